import { stat } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import wasm from '../../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm' with { type: 'file' }
import { encodePng } from '../../../platform/asset/picture/encode-png.ts'
import { openPicture } from '../../../platform/asset/picture/render-picture.ts'

const longestSide = 480
// The whole file lies in memory while its first page is drawn.
const mostPdfBytes = 150_000_000
const mostPictureBytes = 25_000_000
// A page of a metre would be drawn as large as it is.
const mostPoints = 20_000

/**
 * The child's side of `makePreview`: draws a picture, or the first page of a PDF, small. Scripts in
 * a PDF are not run: the library has nothing that could.
 */
export async function previewChild([format = '', path = '', made = '']: readonly string[]): Promise<string> {
  const { size } = await stat(path)
  if (size > (format === 'pdf' ? mostPdfBytes : mostPictureBytes)) return JSON.stringify({ made: false })
  const picture = format === 'pdf' ? await firstPage(path) : await openPicture(path)
  const small = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  await Bun.write(made, await small.webp({ quality: 70 }).bytes(), { mode: 0o600 })
  return JSON.stringify({ made: true })
}

async function firstPage(path: string): Promise<Bun.Image> {
  const library = await PDFiumLibrary.init({ wasmBinary: await Bun.file(wasm).arrayBuffer() })
  const document = await library.loadDocument(await Bun.file(path).bytes())
  const page = document.getPage(0)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width >= 1 && height >= 1 && width <= mostPoints && height <= mostPoints)) throw new Error('No such page.')
  const scale = (2 * longestSide) / Math.max(width, height)
  const drawn = await page.render({
    scale,
    render: ({ data, ...size }) => Promise.resolve(encodePng(data, size, 4)),
  })
  return new Bun.Image(drawn.data)
}
