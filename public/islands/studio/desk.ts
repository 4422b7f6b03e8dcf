import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CassetPatch } from '../../../src/casset/model.ts'
import type { TrackPatch } from '../../../src/track/model.ts'
import type { OwnerTrackShape } from '../../../src/track/shape.ts'
import type { OwnerMedia, PublicMedia } from '../../../src/world/model.ts'
import { api } from '../../lib/api.ts'
import { type Refusal, type Trouble, troubleOf } from '../../lib/trouble.ts'
import { createMoves } from './track/moves.ts'

export type OwnerTrack = OwnerTrackShape
type Hook = { startSec: number; durationSec: number }

/** The state of the studio: the casset as the server has it, and how it is changed. */
export type Desk = {
  readonly casset: Signal<OwnerMedia['casset']>
  readonly theme: Signal<OwnerMedia['theme']>
  readonly texture: Signal<OwnerMedia['texture']>
  readonly cover: Signal<OwnerMedia['cover']>
  readonly tracks: Signal<readonly OwnerTrack[]>
  /** Moved hook windows that are still being cut, by track. */
  readonly wishes: Signal<ReadonlyMap<string, Hook>>
  /** Whether something is being processed, so that polling makes sense. */
  readonly isWinding: ReadonlySignal<boolean>
  /** An error that belongs to no field: a reordering that was not stored, a session that ended. */
  readonly trouble: Signal<Trouble | null>
  /** Fetches the current state. What was changed here meanwhile is not overwritten. */
  refresh(): Promise<void>
  change(patch: CassetPatch): Promise<Trouble | null>
  changeTrack(id: string, patch: TrackPatch): Promise<Trouble | null>
  erase(id: string): Promise<Trouble | null>
  /** Moves a track to a place (from 0), at once here and soon on the server. */
  move(id: string, place: number): void
}

/** The shortest interval of polling for a moved hook, until it is cut. */
const mostAsks = 20
const signedOut: Trouble = { field: null, text: 'You were signed out. Sign in again: nothing is lost.' }

const isOwners = (media: OwnerMedia | PublicMedia): media is OwnerMedia => 'sales' in media.casset

/** Returns the new list with every unchanged track as the same object, so that its row does not render again. */
function keepSame(before: readonly OwnerTrack[], after: readonly OwnerTrack[]): readonly OwnerTrack[] {
  const known = new Map(before.map((track) => [track.id, track]))
  return after.map((track) => {
    const old = known.get(track.id)
    return old && JSON.stringify(old) === JSON.stringify(track) ? old : track
  })
}

/** Creates the state of a casset's studio. */
export function createDesk(media: OwnerMedia): Desk {
  const casset = signal(media.casset)
  const theme = signal(media.theme)
  const texture = signal(media.texture)
  const cover = signal(media.cover)
  const tracks = signal<readonly OwnerTrack[]>(media.tracks)
  const wishes = signal<ReadonlyMap<string, Hook>>(new Map())
  const trouble = signal<Trouble | null>(null)
  const asks = new Map<string, number>()
  /** Grows with every write, so that older answers are recognised. */
  let writes = 0
  let isAsking = false

  const write = async <T>(call: Promise<{ data: T; error: null } | { data: null; error: Refusal }>) => {
    writes += 1
    const { data, error } = await call
    writes += 1
    return error === null ? { data, trouble: null } : { data: null, trouble: troubleOf(error) }
  }
  const replace = (track: OwnerTrack) => {
    tracks.value = tracks.value.map((each) => (each.id === track.id ? track : each))
  }
  const moves = createMoves({
    tracks,
    keep: async (id, position) => (await write(api.studio.tracks({ id }).patch({ position }))).trouble,
    onTrouble(found) {
      trouble.value = found
      void refresh()
    },
  })
  const grantWishes = () => {
    const left = new Map(wishes.value)
    for (const [id, wish] of left) {
      const hook = tracks.value.find((track) => track.id === id)?.hook
      const asked = (asks.get(id) ?? 0) + 1
      asks.set(id, asked)
      const isCut = hook && Math.abs(hook.startSec - wish.startSec) < 0.1 && hook.durationSec <= wish.durationSec + 0.1
      if (!hook || isCut || asked > mostAsks) left.delete(id)
    }
    if (left.size !== wishes.value.size) wishes.value = left
  }

  async function refresh(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const asOf = writes
    const { data, status } = await api.casset({ slug: casset.value.slug }).media.get()
    isAsking = false
    if (status === 404 || (data && !isOwners(data))) trouble.value = signedOut
    if (!data || !isOwners(data) || asOf !== writes || moves.isPending()) return
    if (trouble.value === signedOut) trouble.value = null
    casset.value = data.casset
    theme.value = data.theme
    texture.value = data.texture
    cover.value = data.cover
    tracks.value = keepSame(tracks.value, data.tracks)
    grantWishes()
  }

  return {
    casset,
    theme,
    texture,
    cover,
    tracks,
    wishes,
    trouble,
    isWinding: computed(() => wishes.value.size > 0 || tracks.value.some(({ file }) => file.status === 'PROCESSING')),
    refresh,
    async change(patch) {
      const answer = await write(api.studio.casset({ id: casset.value.id }).patch(patch))
      if (answer.data) {
        casset.value = { ...casset.value, ...answer.data.casset }
        theme.value = answer.data.theme
        texture.value = answer.data.texture
        cover.value = answer.data.cover
      }
      return answer.trouble
    },
    async changeTrack(id, patch) {
      const answer = await write(api.studio.tracks({ id }).patch(patch))
      if (!answer.data) return answer.trouble
      const { track } = answer.data
      replace(track)
      const { hookStartSec, hookDurationSec } = patch
      if (hookStartSec !== undefined || hookDurationSec !== undefined) {
        const before = wishes.value.get(id) ?? track.hook
        const wish = { startSec: hookStartSec ?? before.startSec, durationSec: hookDurationSec ?? before.durationSec }
        asks.set(id, 0)
        wishes.value = new Map(wishes.value).set(id, wish)
      }
      return null
    },
    async erase(id) {
      const answer = await write(api.studio.tracks({ id }).delete())
      if (answer.trouble === null) tracks.value = tracks.value.filter((track) => track.id !== id)
      return answer.trouble
    },
    move: moves.move,
  }
}
