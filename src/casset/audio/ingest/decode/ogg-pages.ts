import { LARGEST_PAGE, type OggPage, pagesIn } from '../../../../lib/audio/ogg-page.ts'

/** Yields the pages of an Ogg file in order and skips everything between them. */
export async function* oggPages(path: string): AsyncGenerator<OggPage> {
  let carried = new Uint8Array()
  for await (const chunk of Bun.file(path).stream()) {
    const bytes = new Uint8Array(carried.length + chunk.length)
    bytes.set(carried)
    bytes.set(chunk, carried.length)
    const { pages, end } = pagesIn(bytes, bytes.length - LARGEST_PAGE)
    yield* pages
    carried = bytes.slice(end)
  }
  yield* pagesIn(carried, carried.length).pages
}
