import type { Signal } from '@preact/signals'
import type { Social } from '../../../src/account/model.ts'
import { longest } from '../../../src/lib/longest.ts'
import { Field } from '../../lib/field.tsx'
import type { Form } from '../../lib/form.ts'
import { Icon } from '../../lib/icon.tsx'

/** A link being edited; `key` identifies its row when others are removed. */
export type LinkDraft = Social & { key: number }

const mostLinks = 20
let made = 0

/** Returns an empty row. */
export function blankLink(): LinkDraft {
  made += 1
  return { key: made, kind: '', url: '' }
}

/** Returns stored links as rows. */
export const toDrafts = (socials: readonly Social[]): LinkDraft[] =>
  socials.map((social) => ({ ...blankLink(), ...social }))

/** Returns the rows with content. Empty ones are removed before the request, so that a refusal names the right row. */
export const writtenOf = (links: readonly LinkDraft[]): LinkDraft[] =>
  links.filter(({ kind, url }) => kind.trim() !== '' || url.trim() !== '')

const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `https://${url}`)
const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

/** Returns rows as the route expects them: a bare address gets https, a link without a label the name of its host. */
export const socialsOf = (links: readonly LinkDraft[]): Social[] =>
  links.map((link) => {
    const url = withScheme(link.url.trim())
    return { kind: link.kind.trim() || hostOf(url).slice(0, longest.linkKind), url }
  })

type LinkFieldsProps = { form: Form; links: Signal<LinkDraft[]>; onAdd: () => void }

/** The fields for the artist's links. */
export function LinkFields({ form, links, onAdd }: LinkFieldsProps) {
  const write = (at: number, change: Partial<Social>) => {
    links.value = links.value.map((link, place) => (place === at ? { ...link, ...change } : link))
  }
  return (
    <fieldset class="field links-field">
      <legend>Links</legend>
      {links.value.map(({ key, kind, url }, at) => (
        <div key={key} class="link-row">
          <Field
            form={form}
            name={`socials.${at}.kind`}
            label="Site"
            placeholder="Bandcamp"
            autocomplete="off"
            value={kind}
            onInput={({ currentTarget }) => write(at, { kind: currentTarget.value })}
          />
          <Field
            form={form}
            name={`socials.${at}.url`}
            label="Web address"
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
            aria-label={`Remove the link ${kind || at + 1}`}
            onClick={() => {
              links.value = links.value.filter((_, place) => place !== at)
            }}
          >
            <Icon name="remove" />
          </button>
        </div>
      ))}
      {links.value.length < mostLinks && (
        <button type="button" class="key" onClick={onAdd}>
          <Icon name="add" />
          Add a link
        </button>
      )}
    </fieldset>
  )
}
