import { useSignal } from '@preact/signals'
import type { OwnExtra } from '../../../../src/casset/extra/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api } from '../../../lib/api.ts'
import { Icon } from '../../../lib/icon.tsx'
import { MoveKeys } from '../../../lib/move-keys.tsx'
import { Said } from '../../../lib/said.tsx'
import { sizeOf } from '../../../lib/size.ts'
import { troubleOf } from '../../../lib/trouble.ts'

type ExtraRowProps = {
  extra: OwnExtra
  slug: string
  place: number
  count: number
  onMove: (place: number) => void
  onRemove: () => void
  onRenamed: (extra: OwnExtra) => void
}

export function ExtraRow({ extra, slug, place, count, onMove, onRemove, onRenamed }: ExtraRowProps) {
  const { id, name, format, bytes, hasPreview } = extra
  const problem = useSignal('')
  const rename = async (field: HTMLInputElement) => {
    if (field.value === name) return
    const { data, error } = await api.studio.extras({ id }).patch({ name: field.value })
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    field.value = data.extra.name
    onRenamed(data.extra)
  }
  const path = `/api/casset/${slug}/extras/${id}`
  return (
    <li class="extra">
      <span class="grip" aria-hidden="true">
        <Icon name="grip" />
      </span>
      {hasPreview ? (
        <img src={`${path}/preview`} alt="" width="56" height="56" loading="lazy" decoding="async" />
      ) : (
        <span class="sheet" aria-hidden="true">
          {format}
        </span>
      )}
      <label class="field">
        <span class="sr">{say('Name of the file')}</span>
        <input
          class="pen"
          dir="auto"
          maxLength={longest.fileName}
          defaultValue={name}
          aria-describedby={`extra-${id}`}
          aria-invalid={problem.value !== ''}
          onChange={({ currentTarget }) => void rename(currentTarget)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      </label>
      <a class="mono tap" href={path} download>
        {format.toUpperCase()} · {sizeOf(bytes)}
      </a>
      <span class="keys">
        <MoveKeys title={name} place={place} count={count} onMove={onMove} />
        <button type="button" class="quiet" aria-label={say('Remove {title}', { title: name })} onClick={onRemove}>
          <Icon name="cross" />
        </button>
      </span>
      <Said as="span" id={`extra-${id}`} role="alert" class="problem">
        {problem}
      </Said>
    </li>
  )
}
