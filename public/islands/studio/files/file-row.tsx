import { say } from '../../../../src/lib/language/say.ts'
import { listText } from '../../../../src/lib/text/join-names.ts'
import { Day } from '../../../lib/day.tsx'
import { sizeOf } from '../../../lib/size.ts'
import type { StoredFile } from './files.tsx'

const uses = (): Readonly<Record<StoredFile['usedFor'][number], string>> => ({
  cover: say('your cover'),
  background: say('your background'),
  picture: say('your picture'),
  stems: say('stems of a track'),
  emoji: say('an emoji'),
  submission: say('a clip that you submitted'),
  letter: say('the picture of a letter'),
  site: say('the picture of the site'),
})

const kinds = () => ({ image: say('Picture'), stems: say('Stems'), clip: say('Clip') }) as const

export function FileRow({ file, onDelete }: { file: StoredFile; onDelete: () => void }) {
  const { name, kind, storedBytes, createdAt, usedFor } = file
  return (
    <li>
      <b dir="auto">{name === '' ? say('Untitled') : name}</b>
      <p class="mono">
        {kinds()[kind]} · {sizeOf(storedBytes)} · <Day iso={createdAt} />
      </p>
      <p>
        {usedFor.length === 0
          ? say('Not used')
          : say('Used for {list}', { list: listText(usedFor.map((use) => uses()[use])) })}
      </p>
      {usedFor.length === 0 && (
        <button type="button" class="key needs-js" aria-label={say('Delete {name}', { name })} onClick={onDelete}>
          {say('Delete')}
        </button>
      )}
    </li>
  )
}
