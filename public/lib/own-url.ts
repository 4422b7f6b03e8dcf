/**
 * An address as the browser reads it, relative to `base`, which may itself be relative to the page.
 * Bundled in place of url-parse, which a package imports for browsers without URL.
 */
export default class OwnUrl extends URL {
  constructor(address: string, base: string) {
    super(address, new URL(base, location.href))
  }
}
