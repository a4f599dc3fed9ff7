#!/bin/sh
# Starts Watchword from an unpacked archive. Data and settings are in WATCHWORD_HOME (by default ~/.watchword), never in this
# folder: an upgrade replaces only the folder.
set -eu
here=$(dirname "$(readlink -f "$0")")

case "${1:-}" in
start) program=server/dist/main.mjs ;;
admin) program=server/dist/admin.mjs ;;
camera) program=server/dist/camera.mjs ;;
--version)
	echo "watchword {{version}}"
	exit
	;;
*)
	cat <<-END
		watchword {{version}}
		  watchword start            starts the portal; --lan opens it to your own network
		  watchword admin --help     the operator's commands
		  watchword camera --help    a camera in the terminal, and the bridge to cameras
		  watchword --version        the version
		Data: \$WATCHWORD_HOME/data or DATA_DIR. Settings: \$WATCHWORD_HOME/.env. WATCHWORD_HOME is ~/.watchword unless it is set.
	END
	case "${1:-}" in "" | --help | help) exit 0 ;; esac
	echo "There is no command $1." >&2
	exit 1
	;;
esac
shift

home=${WATCHWORD_HOME:-${HOME:?is not set. Set it, or set WATCHWORD_HOME to the folder for data and settings}/.watchword}
set -- "$here/$program" "$@"
if [ -f "$home/.env" ]; then set -- "--env-file=$home/.env" "$@"; fi
if [ -z "${DATA_DIR:-}" ] && ! grep -Eqs '^[[:space:]]*(export[[:space:]]+)?DATA_DIR[[:space:]]*=[[:space:]]*[^[:space:]]' "$home/.env"; then
	DATA_DIR=$home/data
	export DATA_DIR
fi
# Compiled code of earlier starts, so that the next one is faster.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$home/compiled}
export NODE_COMPILE_CACHE {{environment}}
exec "$here/bin/node" {{flags}} "$@"
