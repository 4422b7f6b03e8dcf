import type { Page } from 'playwright-core'

/** Drops files and folders onto the page as an operating system does. */
export async function dropFiles(page: Page, ...files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
  }
}
