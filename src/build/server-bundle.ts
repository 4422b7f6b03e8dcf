/**
 * How the server's code is bundled, for the executable and for the list of what is inside. What only a browser ever
 * loads stays out: the upload zone is drawn on the server too, but sends nothing there. So does what only a source tree
 * needs, such as the bundler and what cuts fonts.
 */
export const serverBundle = {
  target: 'bun',
  external: ['tus-js-client'],
  define: { 'process.env.NODE_ENV': '"production"', 'Bun.isStandaloneExecutable': 'true' },
} as const
