/** A drawn camera view: a door at dusk, a parcel on the mat. Its colours are the picture's own, in any theme. */
export const Doorstep = () => (
	<svg
		viewBox="0 0 480 270"
		role="img"
		aria-label="Drawing of a front door with a parcel on the mat"
		className="block aspect-video w-full"
	>
		<rect width="480" height="270" fill="#e4d8c4" />
		<g stroke="#d8cab2" strokeWidth="2">
			<path d="M0 36h480M0 72h480M0 108h480M0 144h480M0 180h480" />
		</g>
		<rect y="206" width="480" height="64" fill="#b9ad9a" />
		<path d="M0 206h480" stroke="#a2957f" strokeWidth="3" />
		<path d="M120 222h240l34 48H86Z" fill="#cdc2b0" />

		<rect x="176" y="34" width="128" height="174" rx="4" fill="#f4ecde" />
		<rect x="186" y="44" width="108" height="164" rx="2" fill="#1f5c46" />
		<rect x="200" y="58" width="80" height="48" rx="3" fill="#f6d998" />
		<path d="M240 58v48M200 82h80" stroke="#1f5c46" strokeWidth="4" />
		<rect x="200" y="120" width="34" height="70" rx="3" fill="#194d3b" />
		<rect x="246" y="120" width="34" height="70" rx="3" fill="#194d3b" />
		<circle cx="285" cy="136" r="4" fill="#e5b869" />

		<path d="M330 66h14v22h-14z" fill="#3a352c" />
		<circle cx="337" cy="77" r="34" fill="#f8dd9c" opacity=".35" />
		<rect x="332" y="70" width="10" height="14" rx="2" fill="#fbe7b4" />

		<rect x="172" y="212" width="136" height="18" rx="3" fill="#6b5d49" />

		<path d="M64 196h46l-7 40H71Z" fill="#a8583a" />
		<g fill="#3c7358">
			<ellipse cx="87" cy="172" rx="16" ry="30" />
			<ellipse cx="70" cy="182" rx="12" ry="22" transform="rotate(-24 70 182)" />
			<ellipse cx="104" cy="182" rx="12" ry="22" transform="rotate(24 104 182)" />
		</g>

		<path d="M186 176h64v46h-64z" fill="#c08a4e" />
		<path d="M186 176l10-10h64l-10 10z" fill="#d8a566" />
		<path d="M250 176l10-10v46l-10 10z" fill="#a37239" />
		<path d="M212 176h12v46h-12z" fill="#e7cfa0" />
		<path d="M222 166h12l-10 10h-12z" fill="#f0deb8" />
		<rect x="190" y="206" width="16" height="11" rx="1" fill="#f4ecde" />

		<path
			d="M172 168v-8a8 8 0 0 1 8-8h8M258 152h8a8 8 0 0 1 8 8v8M274 222v8a8 8 0 0 1-8 8h-8M188 238h-8a8 8 0 0 1-8-8v-8"
			fill="none"
			stroke="#fffefc"
			strokeWidth="3"
			strokeLinecap="round"
		/>
		<g transform="translate(16 16)">
			<rect width="98" height="26" rx="13" fill="#1f1d19" opacity=".72" />
			<circle cx="15" cy="13" r="4.5" fill="#7cc8a5" />
			<text x="27" y="17.5" fill="#fffefc" fontSize="12" fontWeight="500">
				Front door
			</text>
		</g>
	</svg>
);
