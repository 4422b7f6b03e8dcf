import type { DetailedError, HttpResponse } from 'tus-js-client'
import { tryJson } from '../../../../src/lib/json/json.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { troubleOf } from '../../../lib/trouble.ts'

/** `goesOnInMs` is null where somebody has to act. */
export type Setback = { why: string; isFinal: boolean; goesOnInMs: number | null }

type Options = {
  endpoint: string
  peaks: readonly number[] | null
  isNumbered: boolean
  /** A title that is known already; else the server finds one. */
  title: string | null
  /** Whether the tracks of which it consists follow. */
  hasParts: boolean
  signal: AbortSignal
  onSent: (bytes: number) => void
  onTrack: (trackId: string) => void
}

/**
 * Large enough that a chunk costs nothing, small enough for proxies that buffer a whole request.
 */
const chunkBytes = 32_000_000
const lineRestMs = 4_000
const serverRestMs = 15_000
const noSignal = () => say('You are offline. The upload resumes as soon as you are online.')

const isDetailed = (error: Error | DetailedError): error is DetailedError => 'originalResponse' in error

function setbackOf(response: HttpResponse): Setback {
  const status = response.getStatus()
  const { text } = troubleOf({ value: tryJson(response.getBody()) })
  if (status === 401)
    return { why: say('You were signed out. Sign in in another tab, then resume.'), isFinal: false, goesOnInMs: null }
  if (status !== 429 && status < 500) return { why: text, isFinal: true, goesOnInMs: null }
  const waitMs = Number(response.getHeader('retry-after') ?? 0) * 1_000
  return { why: text, isFinal: false, goesOnInMs: waitMs || serverRestMs }
}

/**
 * Sends a file by tus, which can resume after an interruption, in this tab or a later one. Resolves
 * with null when it has arrived, and never when `signal` ended it.
 */
export async function sendFile(
  file: File,
  { endpoint, peaks, isNumbered, title, hasParts, signal, onSent, onTrack }: Options,
): Promise<Setback | null> {
  const tus = await import('tus-js-client').catch(() => null)
  if (tus === null) return { why: noSignal(), isFinal: false, goesOnInMs: lineRestMs }
  return new Promise((settle) => {
    const upload = new tus.Upload(file, {
      endpoint,
      chunkSize: chunkBytes,
      metadata: {
        filename: file.name,
        ...(title === null ? {} : { title }),
        ...(peaks ? { peaks: JSON.stringify(peaks) } : {}),
        numbered: `${isNumbered}`,
        ...(hasParts ? { parts: 'true' } : {}),
      },
      removeFingerprintOnSuccess: true,
      // Only a lost race for the same upload is retried at once; all other errors are shown, and
      // retried by our own code.
      retryDelays: [300, 1_000],
      onShouldRetry: ({ originalResponse }) => [409, 423].includes(originalResponse?.getStatus() ?? 0),
      onProgress: onSent,
      onSuccess({ lastResponse }) {
        const trackId = lastResponse.getHeader('Tapedeck-Track')
        if (trackId) onTrack(trackId)
        settle(null)
      },
      onError(error) {
        const response = isDetailed(error) ? error.originalResponse : null
        settle(response ? setbackOf(response) : { why: noSignal(), isFinal: false, goesOnInMs: lineRestMs })
      },
    })
    signal.addEventListener('abort', () => {
      // Uploads that cannot be deleted now are swept by the server after a day.
      upload.abort(true).catch(() => undefined)
    })
    const start = (previous?: Parameters<typeof upload.resumeFromPreviousUpload>[0]) => {
      if (signal.aborted) return
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    }
    // A browser without storage sends the file from its start.
    upload.findPreviousUploads().then(
      ([previous]) => start(previous),
      () => start(),
    )
  })
}
