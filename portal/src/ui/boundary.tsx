import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; instead?: ReactNode };

/** An error boundary: when this part of the page fails, `instead` is shown and the rest keeps working. */
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
