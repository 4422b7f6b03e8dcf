import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { CoverImage, DrawnSleeve } from '../../../lib/sleeve.tsx'
import type { CassetEditor } from '../casset-editor.ts'

/** The picture that other networks show beside a link to the casset, as it is drawn now. */
export function SharedPicture({ editor, caption }: { editor: CassetEditor; caption: string }) {
  const isMissing = useSignal(false)
  const drawn = useSignal('')
  const { slug, name, price, publishedAt } = editor.casset.value
  // Named by what it shows, so that a change fetches another.
  const version = [name, price.amount, publishedAt, editor.cover.value?.url ?? '', editor.tracks.value.length].join()
  return (
    <figure
      class="shared-picture"
      hidden={isMissing.value}
      data-waits={drawn.value === version ? undefined : say('Drawing the picture…')}
    >
      {drawn.value !== version && <WaitingSleeve editor={editor} />}
      <img
        src={`/share/casset/${slug}.png?shown=${encodeURIComponent(version)}`}
        width="1200"
        height="630"
        alt={say('Sleeve, name and price of {name}', { name })}
        onLoad={() => {
          drawn.value = version
        }}
        onError={() => {
          isMissing.value = true
        }}
      />
      <figcaption class="hint">{caption}</figcaption>
    </figure>
  )
}

/** Stands in for the picture until that is drawn. */
const WaitingSleeve = ({ editor }: { editor: CassetEditor }) => {
  const cover = editor.cover.value
  return (
    <span class="waiting" aria-hidden="true">
      {cover ? <CoverImage cover={cover} alt="" sizes="12rem" /> : <DrawnSleeve name={editor.casset.value.name} />}
    </span>
  )
}
