import { signal } from '@preact/signals'

/** The part stays on the server until the same file is chosen again. */
export type CutUpload = {
  readonly key: string
  readonly url: string
  readonly name: string
  readonly size: number
  readonly sentBytes: number
}

/** The uploads to this casset that pages closed by now started in this browser. */
export const cutUploads = signal<readonly CutUpload[]>([])

const isOf =
  ({ name, size }: Pick<CutUpload, 'name' | 'size'>) =>
  (file: Pick<File, 'name' | 'size'>) =>
    file.name === name && file.size === size

/** Returns the library, but only if this browser has stored uploads: it is large. */
async function libraryIfUsed() {
  try {
    if (!Object.keys(localStorage).some((key) => key.startsWith('tus::'))) return null
    return await import('tus-js-client')
  } catch {
    return null
  }
}

/**
 * Finds interrupted uploads to a casset, and forgets those that the server no longer has.
 * `running`: the files being sent now.
 */
export async function findCut(cassetId: string, running: readonly Pick<File, 'name' | 'size'>[]): Promise<void> {
  const storage = (await libraryIfUsed())?.defaultOptions.urlStorage
  if (!storage) return
  const found: CutUpload[] = []
  for (const { uploadUrl, urlStorageKey, metadata, size } of await storage.findAllUploads()) {
    const url = new URL(uploadUrl ?? '/', location.origin)
    const upload = { key: urlStorageKey, url: url.pathname, name: metadata.filename ?? '', size: size ?? 0 }
    if (!url.pathname.startsWith(`/api/studio/casset/${cassetId}/tracks/`) || running.some(isOf(upload))) continue
    const { status, headers } = await ask('HEAD', upload.url)
    if (status === 404 || status === 410) await storage.removeUpload(urlStorageKey)
    else if (status === 200) found.push({ ...upload, sentBytes: Number(headers.get('upload-offset')) })
  }
  cutUploads.value = found
}

const ask = (method: 'HEAD' | 'DELETE', url: string) =>
  fetch(url, { method, headers: { 'tus-resumable': '1.0.0' } }).catch(() => Response.error())

export function takeUp(files: readonly Pick<File, 'name' | 'size'>[]): void {
  cutUploads.value = cutUploads.value.filter((cut) => !files.some(isOf(cut)))
}

export async function discardCut({ key, url }: CutUpload): Promise<void> {
  cutUploads.value = cutUploads.value.filter((cut) => cut.key !== key)
  await ask('DELETE', url)
  await (await libraryIfUsed())?.defaultOptions.urlStorage.removeUpload(key)
}
