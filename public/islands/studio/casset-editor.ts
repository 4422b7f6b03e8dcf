import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CassetPatch } from '../../../src/casset/model.ts'
import type { Made, TrackPatch } from '../../../src/casset/track/model.ts'
import type { OwnerTrackShape } from '../../../src/casset/track/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { once } from '../../../src/lib/turn/once.ts'
import type { OwnerMedia, PublicMedia } from '../../../src/world/media.ts'
import { api } from '../../lib/api.ts'
import { createMoves } from '../../lib/moves.ts'
import { saving } from '../../lib/save-state.ts'
import { type Refusal, type Trouble, troubleOf } from '../../lib/trouble.ts'
import { type Change, changesBetween, type Shown, toldOf, trackKey } from './other-tab.ts'

export type OwnerTrack = OwnerTrackShape
type Hook = { startSec: number; durationSec: number }

export type CassetEditor = {
  readonly casset: Signal<OwnerMedia['casset']>
  readonly theme: Signal<OwnerMedia['theme']>
  readonly texture: Signal<OwnerMedia['texture']>
  readonly cover: Signal<OwnerMedia['cover']>
  readonly artistName: string
  /** The prices that are not free and that somebody can pay. */
  readonly prices: Bounds
  /** A new casset is free only because nobody was asked. */
  readonly isPriceChosen: Signal<boolean>
  readonly tracks: Signal<readonly OwnerTrack[]>
  /** Moved hook windows that are still being cut, by track. */
  /** Whether several artists share it. */
  readonly isShared: boolean
  readonly pendingHooks: Signal<ReadonlyMap<string, Hook>>
  /** Whether something is being processed, so that polling makes sense. */
  readonly isProcessing: ReadonlySignal<boolean>
  /** An error that belongs to no field: a reordering that was not stored, a session that ended. */
  readonly trouble: Signal<Trouble | null>
  readonly news: Signal<string>
  /** Fetches the current state. Local changes made meanwhile are not overwritten. */
  refresh(): Promise<void>
  change(patch: CassetPatch): Promise<Trouble | null>
  /** Waits for the saves that were begun. */
  settled(): Promise<void>
  changeTrack(id: string, patch: TrackPatch): Promise<Trouble | null>
  erase(id: string): Promise<Trouble | null>
  takeFileTags(): Promise<Trouble | null>
  sayMade(made: Made): Promise<Trouble | null>
  /** Moves a track to a position (from 0), at once here and soon on the server. */
  move(id: string, place: number): void
}

/** How often a moved hook is polled; after that its window is shown as on the server. */
const mostAsks = 20
const signedOut = once(
  (): Trouble => ({
    field: null,
    text: say('You were signed out. Sign in again: nothing is lost.'),
  }),
)

const isOwners = (media: OwnerMedia | PublicMedia): media is OwnerMedia => 'sales' in media.casset

/** Unchanged tracks stay the same objects, so that their rows do not render again. */
function keepSame(before: readonly OwnerTrack[], after: readonly OwnerTrack[]): readonly OwnerTrack[] {
  const known = new Map(before.map((track) => [track.id, track]))
  return after.map((track) => {
    const old = known.get(track.id)
    return old && JSON.stringify(old) === JSON.stringify(track) ? old : track
  })
}

type Answer<T> = { data: T; error: null; response: Response } | { data: null; error: Refusal; response: Response }
type Conditional = { headers: { 'if-match': string } }

/** Returns whether a save was refused because somebody else changed the casset since. */
const isStale = (error: Refusal | null) => error !== null && troubleOf(error).field === 'If-Match'

/** `firstTag`: the ETag of the state that it starts from. */
export function createCassetEditor(media: OwnerMedia, firstTag: string, prices: Bounds): CassetEditor {
  const casset = signal(media.casset)
  const theme = signal(media.theme)
  const texture = signal(media.texture)
  const cover = signal(media.cover)
  const tracks = signal<readonly OwnerTrack[]>(media.tracks)
  const isPriceChosen = signal(media.casset.price.amount > 0 || media.casset.publishedAt !== null)
  const pendingHooks = signal<ReadonlyMap<string, Hook>>(new Map())
  const trouble = signal<Trouble | null>(null)
  const news = signal('')
  const asks = new Map<string, number>()
  /** Grows with every write, so that older answers are recognised. */
  let writes = 0
  let isAsking = false
  let tag = firstTag
  let line: Promise<unknown> = Promise.resolve()

  const shown = (): Shown => ({
    casset: casset.value,
    theme: theme.value,
    texture: texture.value,
    cover: cover.value,
    tracks: [...tracks.value],
  })
  const readMedia = async () => {
    const { data, status, response } = await api.casset({ slug: casset.value.slug }).media.get()
    if (status === 404 || (data && !isOwners(data))) trouble.value = signedOut()
    return data && isOwners(data) ? { media: data, tag: response.headers.get('etag') ?? tag } : null
  }
  /** Names and returns the fields that somebody else changed since. */
  const adopt = (fresh: { media: OwnerMedia; tag: string }): Change[] => {
    const changes = fresh.tag === tag ? [] : changesBetween(shown(), fresh.media)
    tag = fresh.tag
    casset.value = fresh.media.casset
    theme.value = fresh.media.theme
    texture.value = fresh.media.texture
    cover.value = fresh.media.cover
    tracks.value = keepSame(tracks.value, fresh.media.tracks)
    if (changes.length > 0) news.value = toldOf(changes)
    return changes
  }
  /**
   * Sends one save after another. When another tab has changed the casset since, a save of other
   * fields is repeated on top of that; a save of the same fields is refused, and the page lists
   * what the other tab changed.
   */
  const write = <T>(keys: readonly string[], call: (options: Conditional) => Promise<Answer<T>>) => {
    const ask = () => call({ headers: { 'if-match': tag } })
    const turn = line.then(async () => {
      writes += 1
      let answer = await ask()
      if (isStale(answer.error)) {
        const fresh = await readMedia()
        const changes = fresh ? adopt(fresh) : []
        const isOverwritten = changes.some(({ key }) => keys.includes(key))
        if (fresh && !isOverwritten) answer = await ask()
        if (isOverwritten) {
          writes += 1
          return {
            data: null,
            trouble: { field: null, text: say('{told} Save again to use yours.', { told: toldOf(changes) }) },
          }
        }
      }
      writes += 1
      if (answer.error !== null) return { data: null, trouble: troubleOf(answer.error) }
      tag = answer.response.headers.get('etag') ?? tag
      return { data: answer.data, trouble: null }
    })
    line = turn.catch(() => undefined)
    return saving(
      () => turn,
      ({ trouble }) => trouble === null,
    )
  }
  const replace = (track: OwnerTrack) => {
    tracks.value = tracks.value.map((each) => (each.id === track.id ? track : each))
  }
  const moves = createMoves({
    tracks,
    keep: async (id, position) =>
      (await write([trackKey(id, 'position')], (options) => api.studio.tracks({ id }).patch({ position }, options)))
        .trouble,
    onTrouble(found) {
      trouble.value = found
      void refresh()
    },
  })
  const settlePendingHooks = () => {
    const left = new Map(pendingHooks.value)
    for (const [id, pending] of left) {
      const hook = tracks.value.find((track) => track.id === id)?.hook
      const asked = (asks.get(id) ?? 0) + 1
      asks.set(id, asked)
      const isCut =
        hook && Math.abs(hook.startSec - pending.startSec) < 0.1 && hook.durationSec <= pending.durationSec + 0.1
      if (!hook || isCut || asked > mostAsks) left.delete(id)
    }
    if (left.size !== pendingHooks.value.size) pendingHooks.value = left
  }

  async function refresh(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const asOf = writes
    const fresh = await readMedia()
    isAsking = false
    if (!fresh || asOf !== writes || moves.isPending()) return
    if (trouble.value === signedOut()) trouble.value = null
    adopt(fresh)
    settlePendingHooks()
  }

  return {
    casset,
    theme,
    texture,
    cover,
    artistName: media.artist.displayName,
    prices,
    isPriceChosen,
    tracks,
    isShared: media.members !== undefined,
    pendingHooks,
    trouble,
    news,
    isProcessing: computed(
      () => pendingHooks.value.size > 0 || tracks.value.some(({ file }) => file.status === 'PROCESSING'),
    ),
    refresh,
    async change(patch) {
      const answer = await write(Object.keys(patch), (options) =>
        api.studio.casset({ id: casset.value.id }).patch(patch, options),
      )
      if (answer.data) {
        const { id, sales } = casset.value
        const { casset: after, opening, suggestedPrice, trackPrice } = answer.data
        casset.value = {
          ...after,
          ...opening,
          id,
          sales,
          ...(suggestedPrice === undefined ? {} : { suggestedPrice }),
          ...(trackPrice === undefined ? {} : { trackPrice }),
        }
        if (patch.price !== undefined) isPriceChosen.value = true
        theme.value = answer.data.theme
        texture.value = answer.data.texture
        cover.value = answer.data.cover
      }
      return answer.trouble
    },
    settled: async () => void (await line),
    async takeFileTags() {
      const { trouble } = await write(['fileTags'], (options) =>
        api.studio.casset({ id: casset.value.id })['file-tags'].post(undefined, options),
      )
      if (!trouble) await refresh()
      return trouble
    },
    async sayMade(made) {
      const { trouble } = await write(['made'], (options) =>
        api.studio.casset({ id: casset.value.id }).made.post(made, options),
      )
      if (!trouble) await refresh()
      return trouble
    },
    async changeTrack(id, patch) {
      const answer = await write(
        Object.keys(patch).map((field) => trackKey(id, field)),
        (options) => api.studio.tracks({ id }).patch(patch, options),
      )
      if (!answer.data) return answer.trouble
      const { track } = answer.data
      replace(track)
      const { hookStartSec, hookDurationSec } = patch
      if (hookStartSec !== undefined || hookDurationSec !== undefined) {
        const before = pendingHooks.value.get(id) ?? track.hook
        const pending = {
          startSec: hookStartSec ?? before.startSec,
          durationSec: hookDurationSec ?? before.durationSec,
        }
        asks.set(id, 0)
        pendingHooks.value = new Map(pendingHooks.value).set(id, pending)
      }
      return null
    },
    async erase(id) {
      const answer = await write([], (options) => api.studio.tracks({ id }).delete(undefined, options))
      if (answer.trouble === null) tracks.value = tracks.value.filter((track) => track.id !== id)
      return answer.trouble
    },
    move: moves.move,
  }
}
