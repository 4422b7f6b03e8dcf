import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { inTransaction } from '../../../db/commits.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { commentReports } from '../../../db/schema/room/moderation.ts'
import { nextEventId } from '../../../src/room/event-id.ts'
import { roomEvents } from '../../../src/room/listener/room-event.ts'
import { storeEvent } from '../../../src/room/store-event.ts'
import { waitLimitMs } from '../limits.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

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

type ListenOptions = {
  cookie?: string | undefined
  lastEventId?: string | undefined
  query?: string
  slug?: string
  /** The stream's address, when it is not that of a casset's room. */
  path?: string
}

const isEvent = (name: string): name is keyof typeof roomEvents => name in roomEvents

/** Throws when an event is not as /openapi.json describes it. */
function asDocumented(heard: Heard): Heard {
  const schema = isEvent(heard.event) ? roomEvents[heard.event] : Type.Never()
  if (Value.Check(schema, heard.data)) return heard
  const [fault] = Value.Errors(schema, heard.data)
  throw new Error(`the event ${heard.event} is not as documented: ${fault?.path} ${fault?.message}`)
}

/** Opens a stream of a casset's room. */
export async function listen(
  { url }: Pick<TestServer, 'url'>,
  { cookie, lastEventId, query = '', slug = 'nova', path = `/api/casset/${slug}/sideb` }: ListenOptions = {},
): Promise<Listening> {
  const closing = new AbortController()
  const response = await fetch(`${url}${path}${query}`, {
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
    return value && asDocumented({ event: value.event ?? 'message', id: value.id, data: JSON.parse(value.data) })
  }
  const until = async (isWanted: (type: string) => boolean) => {
    const late = setTimeout(() => closing.abort(new Error('Neither an event nor the end came.')), waitLimitMs)
    try {
      for (;;) {
        const heard = await read()
        if (!heard || isWanted(heard.event)) return heard
      }
    } finally {
      clearTimeout(late)
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

export const textOf = (heard: Heard | undefined): unknown => Reflect.get(Object(heard?.data), 'text')

/** Puts a comment straight into a room, without telling it, and gives its id. */
export function addComment(
  { ctx }: Pick<TestServer, 'ctx'>,
  { cassetId }: Pick<Person, 'cassetId'>,
  { userId }: Pick<Person, 'userId'>,
  text: string,
): string {
  const id = ctx.uuid()
  inTransaction(ctx.db, () => {
    const eventId = nextEventId(ctx, cassetId)
    ctx.db.insert(comments).values({ id, cassetId, authorId: userId, text, eventId, createdAt: ctx.now() }).run()
    storeEvent(ctx, { id: eventId, type: 'comment', json: '', commentId: id })
  })
  return id
}

/** Puts a comment of somebody's and a report of it into a room. */
export function addReport(
  svc: Pick<TestServer, 'ctx'>,
  artist: Pick<Person, 'cassetId'>,
  author: Pick<Person, 'userId'>,
  reporter: Pick<Person, 'userId'>,
) {
  const { ctx } = svc
  const report = {
    id: ctx.uuid(),
    commentId: addComment(svc, artist, author, 'Something rude'),
    cassetId: artist.cassetId,
    reporterId: reporter.userId,
    reason: 'Rude',
    createdAt: ctx.now(),
  }
  ctx.db.insert(commentReports).values(report).run()
  return report
}
