import { sha256Hex } from '../../lib/hash/hmac.ts'

/** A blob is sent without being copied or encoded again. */
export type V1Body = { readonly body: Blob; readonly etag: string }

export type V1Bodies = { readonly artist: V1Body; readonly catalog: V1Body }

export function toV1Body(value: object): V1Body {
  const text = JSON.stringify(value)
  return { body: new Blob([text]), etag: `"${sha256Hex(text)}"` }
}

export type V1Prefix = '/api/v1' | '/api/sandbox/v1'

export const artistPaths = (handle: string, prefix: V1Prefix = '/api/v1') => {
  const artist = `${prefix}/artists/${handle}`
  return { artist, catalog: `${artist}/catalog` }
}
