import type { Signal } from '@preact/signals'
import type { Social } from '../../../src/account/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { Field } from '../../lib/field.tsx'
import type { Form } from '../../lib/form.ts'
import { Icon } from '../../lib/icon.tsx'

/** A link being edited; `key` identifies its row when others are removed. */
export type LinkDraft = Social & { key: number }

const mostLinks = 20
let made = 0

export function blankLink(): LinkDraft {
  made += 1
  return { key: made, kind: '', url: '' }
}

export const toDrafts = (socials: readonly Social[]): LinkDraft[] =>
  socials.map((social) => ({ ...blankLink(), ...social }))

const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `https://${url}`)

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}

/** `rowOf`: the row of a refused field. `incomplete`: the first row without an address. */
type SentLinks = { socials: Social[]; rowOf: (field: string) => string; incomplete: number | null }

/** A bare address gets https, a link without a label the name of its host. */
export function linksOf(links: readonly LinkDraft[]): SentLinks {
  const rows = links.flatMap((link, row) => (link.url.trim() === '' ? [] : [{ ...link, row }]))
  const incomplete = links.findIndex(({ kind, url }) => kind.trim() !== '' && url.trim() === '')
  return {
    socials: rows.map(({ kind, url: written }) => {
      const url = withScheme(written.trim())
      return { kind: kind.trim() || hostOf(url).slice(0, longest.linkKind), url }
    }),
    rowOf: (field) => field.replace(/\d+/, (place) => String(rows[Number(place)]?.row ?? place)),
    incomplete: incomplete === -1 ? null : incomplete,
  }
}

type LinkFieldsProps = { form: Form; links: Signal<LinkDraft[]>; onAdd: () => void; onRemove: () => void }

export function LinkFields({ form, links, onAdd, onRemove }: LinkFieldsProps) {
  const write = (at: number, change: Partial<Social>) => {
    links.value = links.value.map((link, place) => (place === at ? { ...link, ...change } : link))
  }
  return (
    <fieldset class="field links-field">
      <legend>{say('Links')}</legend>
      {links.value.map(({ key, kind, url }, at) => (
        <div key={key} class="link-row">
          <Field
            form={form}
            name={`socials.${at}.kind`}
            label={say('Site')}
            placeholder={say('Bandcamp')}
            autocomplete="off"
            value={kind}
            onInput={({ currentTarget }) => write(at, { kind: currentTarget.value })}
          />
          <Field
            form={form}
            name={`socials.${at}.url`}
            label={say('Web address')}
            placeholder="https://"
            inputMode="url"
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            value={url}
            onInput={({ currentTarget }) => write(at, { url: currentTarget.value })}
          />
          <button
            type="button"
            class="quiet"
            aria-label={say('Remove the link {name}', { name: kind || at + 1 })}
            onClick={() => {
              links.value = links.value.filter((_, place) => place !== at)
              onRemove()
            }}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {links.value.length < mostLinks && (
        <button type="button" class="key" onClick={onAdd}>
          <Icon name="add" />
          {say('Add a link')}
        </button>
      )}
    </fieldset>
  )
}
