#!/bin/sh
# Playwright starts one file, and gives it the arguments of the browser.
exec bun "$(dirname "$0")/firefox.ts" "$@"
