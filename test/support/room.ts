import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TestServer } from './server.ts'

/** An event as a listener gets it. */
export type Heard = { event: string; id: string | undefined; data: unknown }

/** An open stream of a room, whose events are read one by one. Closes with its scope. */
export type Listening = AsyncDisposable & {
  readonly status: number
  /** The next event that is no presence, or undefined at the end of the stream. */
  next(): Promise<Heard | undefined>
  /** The next event of a type; others before it are skipped. */
  nextOf(type: string): Promise<Heard | undefined>
  /** How long the server asks to wait before the next try. */
  retryMs(): number | undefined
  /** Comment lines so far. */
  beats(): number
}

type ListenOptions = { cookie?: string | undefined; lastEventId?: string | undefined; query?: string; slug?: string }

/** Opens a stream of a casset's room. */
export async function listen(
  { url }: Pick<TestServer, 'url'>,
  { cookie, lastEventId, query = '', slug = 'nova' }: ListenOptions = {},
): Promise<Listening> {
  const closing = new AbortController()
  const response = await fetch(`${url}/api/casset/${slug}/sideb${query}`, {
    signal: closing.signal,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  let retry: number | undefined
  let beats = 0
  const parser = new EventSourceParserStream({
    onRetry: (ms) => {
      retry = ms
    },
    onComment: () => {
      beats += 1
    },
  })
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(parser).getReader()
  const read = async (): Promise<Heard | undefined> => {
    const { value } = (await events?.read()) ?? {}
    return value && { event: value.event ?? 'message', id: value.id, data: JSON.parse(value.data) }
  }
  const until = async (isWanted: (type: string) => boolean) => {
    for (;;) {
      const heard = await read()
      if (!heard || isWanted(heard.event)) return heard
    }
  }
  return {
    status: response.status,
    next: () => until((type) => type !== 'presence'),
    nextOf: (wanted) => until((type) => type === wanted),
    retryMs: () => retry,
    beats: () => beats,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await events?.cancel().catch(() => {})
    },
  }
}

/** Says something in nova's room. */
export const say = (
  svc: Pick<TestServer, 'call'>,
  { cookie }: { cookie: string },
  text: string,
  more: Record<string, unknown> = {},
  slug = 'nova',
) => svc.call('POST', `/api/casset/${slug}/comment`, { cookie, body: { text, ...more } })

/** The text of a comment that was heard. */
export const textOf = (heard: Heard | undefined): unknown => Reflect.get(Object(heard?.data), 'text')
