/** Where the pages of the test processor are shown. */
export const testPages = '/test-processor'

/** Whether a path is a page of the test processor, whose forms are plain HTML. */
export const isTestPage = (path: string): boolean => path.startsWith(`${testPages}/`)
