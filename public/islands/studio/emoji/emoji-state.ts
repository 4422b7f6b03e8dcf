import { type Signal, signal } from '@preact/signals'
import type { EmojiPatch, OwnEmoji } from '../../../../src/shop/emoji/model.ts'
import { api } from '../../../lib/api.ts'
import { saving } from '../../../lib/save-state.ts'
import { type Trouble, troubleOf } from '../../../lib/trouble.ts'
import { proposeShortcode } from './propose-shortcode.ts'
import { type TakenPicture, takePicture } from './take-picture.ts'

export type Draft = { key: number; name: string } & (
  | { kind: 'ready'; picture: TakenPicture; shortcode: string }
  | { kind: 'refused'; why: string }
)

export type EmojiState = {
  readonly cassetId: string
  readonly emojis: Signal<readonly OwnEmoji[]>
  readonly drafts: Signal<readonly Draft[]>
  take(files: readonly File[]): Promise<void>
  /** Removes a draft; if it became an emoji, that is added. */
  drop(draft: Draft, became?: OwnEmoji): void
  change(id: string, patch: EmojiPatch): Promise<Trouble | null>
  withdraw(id: string): Promise<Trouble | null>
}

const mostAtOnce = 20

export function createEmojiState(cassetId: string, listed: readonly OwnEmoji[]): EmojiState {
  const emojis = signal(listed)
  const drafts = signal<readonly Draft[]>([])
  let lastKey = 0

  const names = () =>
    new Set([
      ...emojis.value.map(({ shortcode }) => shortcode),
      ...drafts.value.flatMap((draft) => (draft.kind === 'ready' ? [draft.shortcode] : [])),
    ])
  const drafted = (name: string, picture: TakenPicture | { why: string }): Draft => {
    lastKey += 1
    return 'why' in picture
      ? { key: lastKey, name, kind: 'refused', why: picture.why }
      : { key: lastKey, name, kind: 'ready', picture, shortcode: proposeShortcode(name, names()) }
  }

  return {
    cassetId,
    emojis,
    drafts,
    async take(files) {
      for (const file of files.slice(0, mostAtOnce)) {
        const picture = await takePicture(file)
        drafts.value = [...drafts.value, drafted(file.name, picture)]
      }
    },
    drop(draft, became) {
      if (draft.kind === 'ready') URL.revokeObjectURL(draft.picture.url)
      drafts.value = drafts.value.filter(({ key }) => key !== draft.key)
      if (became) emojis.value = [...emojis.value, became]
    },
    async change(id, patch) {
      const { data, error } = await saving(
        () => api.studio.emojis({ id }).patch(patch),
        (answer) => answer.error === null,
      )
      if (error) return troubleOf(error)
      emojis.value = emojis.value.map((emoji) => (emoji.id === id ? data.emoji : emoji))
      return null
    },
    async withdraw(id) {
      const { error } = await api.studio.emojis({ id }).delete()
      if (error) return troubleOf(error)
      emojis.value = emojis.value.filter((emoji) => emoji.id !== id)
      return null
    },
  }
}
