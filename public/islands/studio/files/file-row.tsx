import { say } from '../../../../src/lib/language/say.ts'
import { Day } from '../../../lib/day.tsx'
import { sizeOf } from '../../../lib/size.ts'
import type { StoredFile } from './files.tsx'

const uses: Readonly<Record<StoredFile['usedFor'][number], string>> = {
  cover: 'your cover',
  background: 'your background',
  picture: 'your picture',
  stems: 'stems of a track',
  emoji: 'an emoji',
  submission: 'a clip that you submitted',
  letter: 'the picture of a letter',
  site: 'the picture of the site',
}

const kinds = { image: 'Picture', stems: 'Stems', clip: 'Clip' } as const

/** A file: its name, its size, and its uses. */
export function FileRow({ file, onDelete }: { file: StoredFile; onDelete: () => void }) {
  const { name, kind, storedBytes, createdAt, usedFor } = file
  return (
    <li>
      <b dir="auto">{name === '' ? say('Untitled') : name}</b>
      <p class="mono">
        {kinds[kind]} · {sizeOf(storedBytes)} · <Day iso={createdAt} />
      </p>
      <p>
        {usedFor.length === 0
          ? say('Not used')
          : say('Used for {list}', { list: usedFor.map((use) => uses[use]).join(', ') })}
      </p>
      {usedFor.length === 0 && (
        <button type="button" class="key needs-js" aria-label={say('Delete {name}', { name })} onClick={onDelete}>
          {say('Delete')}
        </button>
      )}
    </li>
  )
}
