/** The path under which the test processor's pages are shown. */
export const testPages = '/test-processor'

/** Returns whether a path is a page of the test processor, whose forms are plain HTML. */
export const isTestPage = (path: string): boolean => path.startsWith(`${testPages}/`)
