import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { Renderer } from '@takumi-rs/wasm/node'
import pen from '../../../node_modules/@fontsource/nanum-pen-script/files/nanum-pen-script-latin-400-normal.woff2' with {
  type: 'file',
}
import anybodyExt from '../../../node_modules/@fontsource-variable/anybody/files/anybody-latin-ext-standard-normal.woff2' with {
  type: 'file',
}
import anybody from '../../../node_modules/@fontsource-variable/anybody/files/anybody-latin-standard-normal.woff2' with {
  type: 'file',
}
import familjenExt from '../../../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import familjen from '../../../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2' with {
  type: 'file',
}
import mono from '../../../node_modules/@fontsource-variable/sometype-mono/files/sometype-mono-latin-wght-normal.woff2' with {
  type: 'file',
}
import { parseJson } from '../../lib/json/json.ts'
import { openPicture } from '../../platform/asset/picture/render-picture.ts'
import { fetchAt } from '../../platform/blob/fetch-at.ts'
import { composePicture } from './compose.ts'
import { DrawRequest, pictureSize } from './share-picture.ts'

const fonts = {
  anybody,
  'anybody-ext': anybodyExt,
  familjen,
  'familjen-ext': familjenExt,
  mono,
  pen,
}

const coverWidth = 480
const mostBytes = 200_000

/**
 * The child's side of `keptPicture`: draws the picture that the JSON describes and writes it to
 * `picture.png` of the scratch folder. Throws when it cannot.
 */
export async function drawChild(requestJson: string): Promise<void> {
  const { picture, peaks, cover, scratch } = Value.Decode(DrawRequest, parseJson(requestJson))
  const renderer = new Renderer()
  for (const [name, file] of Object.entries(fonts)) {
    renderer.registerFont({ name, data: new Uint8Array(await Bun.file(file).arrayBuffer()) })
  }
  const art = cover && picture.cover ? await readCover(cover, picture.cover, scratch) : null
  const { node, images } = composePicture(picture, peaks, art)
  const drawn = await renderer.render(node, { ...pictureSize, images, format: 'png' })
  await Bun.write(join(scratch, 'picture.png'), await toPng(drawn))
}

/** Returns the cover in the size that is drawn; null when it cannot be read. */
async function readCover(cover: NonNullable<DrawRequest['cover']>, sha256: string, scratch: string) {
  let { path } = cover
  if (cover.address !== undefined && !(await Bun.file(path).exists())) {
    path = join(scratch, 'cover')
    await fetchAt(cover.address, path, sha256)
  }
  try {
    return await (await openPicture(path)).resize(coverWidth).png().bytes()
  } catch {
    return null
  }
}

/**
 * A picture with a photograph is above the size that networks load gladly: it gets fewer colours.
 * Without dithering: beside vivid colours that the palette lacks, it carries their rest on and on,
 * and left coloured stains in the shadow below a cover.
 */
async function toPng(drawn: Uint8Array): Promise<Uint8Array> {
  for (const colors of [256, 128, 64]) {
    const png = await new Bun.Image(drawn).png({ compressionLevel: 9, palette: true, colors }).bytes()
    if (png.length <= mostBytes) return png
  }
  return new Bun.Image(drawn).png({ compressionLevel: 9, palette: true, colors: 32 }).bytes()
}
