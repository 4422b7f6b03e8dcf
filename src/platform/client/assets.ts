import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, brotliDecompressSync, gzip } from 'node:zlib'
import { notFound } from '../../errors.ts'
import type { Encoding } from '../../lib/address/encodings.ts'
import type { Language } from '../../lib/language/languages.ts'
import { type AssetFile, type Manifest, packedSuffix, readManifest, type Scripts } from '../build/manifest.ts'
import { acceptedEncoding } from '../http/answer/compress.ts'
import { isHeld } from '../http/answer/is-held.ts'

/** Every page's style sheet: elements that link to it and that contain it, and its hash. */
export type Sheet = { readonly link: string; readonly style: string; readonly sha256: string }

export type Assets = {
  readonly manifest: Manifest
  readonly sheet: Sheet
  scripts(language: Language): Scripts
  /** Returns the hashed URL of a static file. Throws for a name that the build does not know. */
  url(name: string): string
  /** Throws NOT_FOUND for an unknown file. */
  asset(request: Request, path: string, cacheControl?: string): Promise<Response>
}

const forEver = 'public, max-age=31536000, immutable'

const [unpack, packGzip] = [promisify(brotliDecompress), promisify(gzip)]

/** Opens the client that bundleClient wrote to `dir`. */
export function loadAssets(dir: string): Assets {
  const manifest = readManifest(readFileSync(join(dir, 'manifest.json'), 'utf8'))
  const files = new Map(Object.entries(manifest.files))
  // Without HTTPS browsers ask for gzip: made at the first request, and kept.
  const gzipped = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const plain = async (path: string) => unpack(await Bun.file(join(dir, path + packedSuffix)).bytes())
  const bodyOf = (path: string, { packed }: AssetFile, encoding: Encoding | null) => {
    if (packed === undefined) return Bun.file(join(dir, path))
    if (encoding === 'br') return Bun.file(join(dir, path + packedSuffix))
    if (encoding === null) return plain(path)
    const made = gzipped.get(path) ?? plain(path).then(async (bytes) => new Uint8Array(await packGzip(bytes)))
    gzipped.set(path, made)
    return made
  }
  return {
    manifest,
    sheet: readSheet(dir, manifest.sheets.app, files.get(manifest.sheets.app)?.packed !== undefined),
    scripts(language) {
      const scripts = manifest.scripts[language]
      if (scripts === undefined) throw new Error(`the client has no scripts in ${language}`)
      return scripts
    },
    url(name) {
      const address = manifest.named[name]
      if (address === undefined) throw new Error(`the client has no file ${name}`)
      return address
    },
    async asset(request, path, cacheControl = forEver) {
      const file = files.get(path)
      if (!file) throw notFound('file')
      const encoding = file.packed === undefined ? null : acceptedEncoding(request, ['br', 'gzip'])
      const headers = new Headers({
        'content-type': file.type,
        'cache-control': cacheControl,
        etag: `"${file.tag}${encoding ? `-${encoding}` : ''}"`,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      })
      if (isHeld(request, headers.get('etag') ?? '')) return new Response(null, { status: 304, headers })
      if (encoding) headers.set('content-encoding', encoding)
      return new Response(await bodyOf(path, file, encoding), { headers })
    },
  }
}

function readSheet(dir: string, path: string, isPacked: boolean): Sheet {
  const bytes = readFileSync(join(dir, isPacked ? path + packedSuffix : path))
  const css = (isPacked ? brotliDecompressSync(bytes) : bytes).toString()
  const sha256 = createHash('sha256').update(css).digest('base64')
  return { link: `<link rel="stylesheet" href="${path}"/>`, style: `<style>${css}</style>`, sha256 }
}
