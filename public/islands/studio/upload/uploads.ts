import { type Signal, signal } from '@preact/signals'
import type { PartDraft } from '../../../../src/lib/album/cue/parts.ts'
import { kindOfPath } from '../../../../src/lib/album/found.ts'
import { areNumbered } from '../../../../src/lib/album/names.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { takeUp } from './cut-uploads.ts'
import { type GivenFile, openFile } from './packed-file.ts'
import { pairCues } from './pair-cues.ts'
import { readPeaks } from './peaks.ts'
import { problemOfFile } from './recognise.ts'
import { type Setback, sendFile } from './send-file.ts'
import { unpackZips } from './unpack-zips.ts'

/** The state of an upload. A stuck one resumes by itself or by its button, a refused one never. */
export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'sending' }
  | { kind: 'stuck'; why: string; goesOnAt: number | null }
  | { kind: 'refused'; why: string }

export type Upload = {
  readonly id: number
  readonly cassetId: string
  readonly file: GivenFile
  readonly readsAlac: boolean
  /** Whether all files that were added with it begin with a number. */
  readonly isNumbered: boolean
  /** The title and lyrics that a folder gave it; null where the server finds them. */
  readonly title: string | null
  readonly lyrics: string | null
  /** The tracks that a cue sheet makes of it. */
  readonly parts: readonly PartDraft[] | null
  readonly sentBytes: Signal<number>
  readonly state: Signal<UploadState>
}

/** In the order of the tape. Uploads continue while other pages are open. */
export const uploads = signal<readonly Upload[]>([])

/** How many files have arrived since the page was loaded. */
export const landed = signal(0)

const cancellations = new Map<number, AbortController>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let made = 0
let isWatching = false

const isSame = (a: GivenFile, b: GivenFile) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** The server accepts files up to a size, and Apple Lossless where its host can read it. */
export type Taking = { maxBytes: number; readsAlac: boolean }

/** `why`: the reason for which a file is refused at once. */
export type QueuedFile = Pick<Upload, 'file' | 'title' | 'lyrics' | 'parts'> & { why?: string }

/**
 * Queues files for a casset, those in zips too. A file that is already queued is not queued twice.
 * Cue sheets among them make several tracks of the files that they name.
 */
export async function addFiles(cassetId: string, files: readonly File[], taking: Taking): Promise<void> {
  const { files: given, refused } = await unpackZips(files)
  const hasCue = given.some(({ name }) => kindOfPath(name) === 'cue')
  const bare = { title: null, lyrics: null, parts: null }
  const queued = hasCue ? await pairCues(given) : given.map((file) => ({ ...bare, file }))
  queueFiles(cassetId, [...queued, ...refused.map((each) => ({ ...bare, ...each }))], taking)
}

export function queueFiles(cassetId: string, queued: readonly QueuedFile[], { maxBytes, readsAlac }: Taking): void {
  const files = queued.map(({ file }) => file)
  const isNumbered = areNumbered(files.map(({ name }) => name))
  const isQueued = ({ file }: QueuedFile) =>
    uploads.value.some(
      (upload) => upload.cassetId === cassetId && isSame(upload.file, file) && upload.state.value.kind !== 'refused',
    )
  const fresh = queued
    .filter((each) => !isQueued(each))
    .map(({ file, title, lyrics, parts, why }) => {
      made += 1
      return {
        id: made,
        cassetId,
        file,
        readsAlac,
        isNumbered,
        title,
        lyrics,
        parts,
        sentBytes: signal(0),
        state: signal(why === undefined ? firstState(file, maxBytes) : refusedAs(why)),
      }
    })
  uploads.value = [...uploads.value, ...fresh]
  takeUp(files)
  watch()
  if (fresh.length > 0)
    announce(
      fresh.length === 1
        ? say('{name} waiting to upload.', { name: String(fresh[0]?.file.name) })
        : say('{fresh} files waiting to upload.', { fresh: fresh.length }),
    )
  pump()
  // Files that are no music are named at once, and not only when their turn comes.
  for (const upload of fresh) if (upload.state.value.kind === 'waiting') void refuseOther(upload)
}

const refusedAs = (why: string): UploadState => ({ kind: 'refused', why })

function firstState(file: GivenFile, maxBytes: number): UploadState {
  if (file.size === 0) return { kind: 'refused', why: say('This file is empty.') }
  if (file.size <= maxBytes) return { kind: 'waiting' }
  return {
    kind: 'refused',
    why: say('A file can have at most {count} MB.', { count: Math.floor(maxBytes / 1_000_000) }),
  }
}

/** Judges by the first bytes. Returns whether the file was refused. */
async function refuseOther({ file, readsAlac, state }: Upload): Promise<boolean> {
  const why = await problemOfFile(file, readsAlac)
  if (why !== null) state.value = { kind: 'refused', why }
  return why !== null
}

/** Returns the file itself; null where it was refused. */
async function openedFile(upload: Upload): Promise<File | null> {
  if (await refuseOther(upload)) return null
  try {
    return await openFile(upload.file)
  } catch {
    upload.state.value = refusedAs(say('The zip cannot be read any more. Choose it again.'))
    return null
  }
}

/** Sends the next one. Two would be no faster, and one keeps the tape's order. */
function pump(): void {
  const first = uploads.value.find(({ state }) => state.value.kind !== 'refused')
  if (first?.state.value.kind === 'waiting') void run(first)
}

async function run(upload: Upload): Promise<void> {
  const { id, cassetId, isNumbered, title, lyrics, parts, state, sentBytes } = upload
  const cancellation = new AbortController()
  cancellations.set(id, cancellation)
  state.value = { kind: 'reading' }
  const file = await openedFile(upload)
  const peaks = file === null ? null : await readPeaks(file)
  if (cancellation.signal.aborted) return
  if (file === null) {
    cancellations.delete(id)
    pump()
    return
  }
  state.value = { kind: 'sending' }
  let cutting: Promise<Setback | null> | null = null
  const sent = await sendFile(file, {
    endpoint: `/api/studio/casset/${cassetId}/tracks`,
    peaks,
    isNumbered,
    title,
    hasParts: parts !== null,
    signal: cancellation.signal,
    onTrack(trackId) {
      if (parts !== null) cutting = cutUploaded(trackId, parts)
      if (lyrics !== null) void api.studio.tracks({ id: trackId }).patch({ lyrics })
    },
    onSent(bytes) {
      sentBytes.value = bytes
    },
  })
  const setback = sent ?? (await cutting)
  if (cancellation.signal.aborted) return
  cancellations.delete(id)
  if (setback) stop(upload, setback)
  else {
    remove(id)
    landed.value += 1
    announce(say('{name} is uploaded.', { name: file.name }))
  }
  pump()
}

const triesOfCut = 4
const restOfCutMs = 3_000

/** Says of what tracks an uploaded file consists. Returns why that failed, in words. */
async function cutUploaded(trackId: string, parts: readonly PartDraft[]): Promise<Setback | null> {
  for (let left = triesOfCut; ; left--) {
    const { error } = await api.studio.tracks({ id: trackId }).cut.post({ parts: [...parts] })
    if (!error) return null
    const status: number = error.status
    const isOfLine = status >= 500 || status === 429
    if (!isOfLine || left === 0) {
      const why = say('This file stays one track. {trouble}', { trouble: troubleOf(error).text })
      return { why, isFinal: true, goesOnInMs: null }
    }
    await new Promise((go) => setTimeout(go, restOfCutMs))
  }
}

function stop(upload: Upload, { why, isFinal, goesOnInMs }: Setback): void {
  if (isFinal) {
    upload.state.value = { kind: 'refused', why }
    return
  }
  upload.state.value = { kind: 'stuck', why, goesOnAt: goesOnInMs === null ? null : Date.now() + goesOnInMs }
  if (goesOnInMs !== null)
    timers.set(
      upload.id,
      setTimeout(() => goOn(upload), goesOnInMs),
    )
}

export function goOn(upload: Upload): void {
  clearTimeout(timers.get(upload.id))
  timers.delete(upload.id)
  if (upload.state.value.kind !== 'stuck') return
  upload.state.value = { kind: 'waiting' }
  pump()
}

/** Removes a file from the queue; the server's part of it is deleted. */
export function cancelUpload(upload: Upload): void {
  cancellations.get(upload.id)?.abort()
  cancellations.delete(upload.id)
  clearTimeout(timers.get(upload.id))
  timers.delete(upload.id)
  remove(upload.id)
  pump()
}

function remove(id: number): void {
  uploads.value = uploads.value.filter((upload) => upload.id !== id)
}

/** Resumes with the connection, and warns before a page with uploads in progress is closed. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('online', () => {
    for (const upload of uploads.value) goOn(upload)
  })
  addEventListener('beforeunload', (event) => {
    if (uploads.value.some(({ state }) => state.value.kind !== 'refused')) event.preventDefault()
  })
}
