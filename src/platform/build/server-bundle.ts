import { bundlePages } from './find-pages.ts'
import { joinRoutes } from './join-routes.ts'
import { packedFiles } from './packed-files.ts'

/**
 * How the server's code is bundled, for the executable and for the list of what is inside. Code
 * that only a browser ever loads stays out: the upload zone is drawn on the server too, but sends
 * nothing there. So does what only a source tree needs, such as the bundler and what cuts fonts.
 */
export const serverBundle = {
  target: 'bun',
  external: ['tus-js-client'],
  // A module that a command loads by `await import()` is a file of its own, which the others do not
  // read.
  format: 'esm',
  splitting: true,
  plugins: [joinRoutes, bundlePages, packedFiles],
  define: { 'process.env.NODE_ENV': '"production"', 'Bun.isStandaloneExecutable': 'true' },
} as const
