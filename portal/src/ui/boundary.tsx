import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; instead?: ReactNode };

/** A part of a page that breaks by itself: `instead` stands in its place, and the rest goes on. */
export class Boundary extends Component<Props, { broken: boolean }> {
	override state = { broken: false };

	static getDerivedStateFromError() {
		return { broken: true };
	}

	override componentDidCatch(error: unknown) {
		console.error(error);
	}

	override render() {
		return this.state.broken ? this.props.instead : this.props.children;
	}
}
