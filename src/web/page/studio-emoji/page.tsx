import EmojiEditor, { type EmojiEditorProps } from '../../../../public/islands/studio/emoji/emoji.tsx'
import { island } from '../../island.tsx'
import { AboutShared, studioPageOf } from '../../parts/shared-studio.tsx'
import { StudioLayout } from '../../parts/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const Editor = island('studio/emoji/emoji', EmojiEditor)

/** The artist's emoji and the pictures that are to become emoji. */
export const StudioEmojiPage = ({ media, ...props }: EmojiEditorProps & { media: Media }) => (
  <StudioLayout here={studioPageOf(media, 'emoji').here} texture={media.texture} theme={media.theme}>
    <article class="jcard emoji-card">
      <header>
        <AboutShared media={media} />
        <h1>Emoji</h1>
        <p class="hint">Small pictures that your listeners buy, to use in the live room of your casset.</p>
      </header>
      <Editor {...props} />
    </article>
  </StudioLayout>
)
