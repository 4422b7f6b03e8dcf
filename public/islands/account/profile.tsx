import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { ArtistProfile, UpdateProfile } from '../../../src/account/model.ts'
import { longest } from '../../../src/lib/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../lib/form.ts'
import { noteDraft, SaveState, saving } from '../../lib/save-state.tsx'
import { type Trouble, troubleOf } from '../../lib/trouble.ts'
import { FlagField, flagOf } from './flag-field.tsx'
import { blankLink, LinkFields, linksOf, toDrafts } from './link-fields.tsx'

export type ProfileProps = { profile: ArtistProfile }

const fields = ['displayName', 'bio', 'location', 'pronouns', 'profileFlag']
const { displayName, bio, location, pronouns } = longest
const limits = { displayName, bio, location, pronouns }
const draftName = 'profile'
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the changed fields but the links, as the route expects them. */
function changesOf(kept: ArtistProfile, data: FormData): UpdateProfile {
  const orNull = (name: string) => textOf(data, name).trim() || null
  const displayName = textOf(data, 'displayName').trim()
  const [bio, location, pronouns] = [orNull('bio'), orNull('location'), orNull('pronouns')]
  const profileFlag = flagOf(data)
  return {
    ...(displayName === kept.displayName ? {} : { displayName }),
    ...(bio === kept.bio ? {} : { bio }),
    ...(location === kept.location ? {} : { location }),
    ...(pronouns === kept.pronouns ? {} : { pronouns }),
    ...(profileFlag === kept.profileFlag ? {} : { profileFlag }),
  }
}

function faultOf(data: FormData): Trouble | null {
  if (textOf(data, 'displayName').trim() === '') return { field: 'displayName', text: 'Enter a name.' }
  for (const [field, most] of Object.entries(limits)) {
    if (lengthOf(textOf(data, field).trim()) > most) return { field, text: `Use at most ${most} characters.` }
  }
  return null
}

/** The artist's profile. Each field is saved when it is left, as in the studio. */
export default function Profile({ profile }: ProfileProps) {
  const form = useForm('profile')
  const box = useRef<HTMLFormElement>(null)
  const kept = useRef(profile)
  const line = useRef(Promise.resolve())
  const links = useSignal(toDrafts(profile.socials))

  const send = async (changes: UpdateProfile): Promise<Trouble | null> => {
    const { data, error } = await saving(
      () => api.auth['update-profile'].post(changes),
      (answer) => answer.error === null,
    )
    if (error) return troubleOf(error)
    kept.current = data.artist
    return null
  }
  const sendFields = async (): Promise<Trouble | null> => {
    const data = new FormData(box.current ?? undefined)
    const changes = changesOf(kept.current, data)
    if (Object.keys(changes).length === 0) return null
    return faultOf(data) ?? send(changes)
  }
  /** Sends the links by themselves, so that a wrong one holds up nothing else. */
  const sendLinks = async (): Promise<Trouble | null> => {
    const { socials, rowOf, incomplete } = linksOf(links.value)
    const found = isSame(socials, kept.current.socials) ? null : await send({ socials })
    if (found) return { ...found, field: found.field && rowOf(found.field) }
    return incomplete === null ? null : { field: `socials.${incomplete}.url`, text: 'Enter the web address.' }
  }
  const save = async () => {
    if (!box.current) return
    const found = [await sendFields(), await sendLinks()].find((trouble) => trouble !== null) ?? null
    form.trouble.value = found
    noteDraft(draftName, found !== null)
  }
  const saveNext = () => {
    line.current = line.current.then(save)
  }
  return (
    <form
      ref={box}
      class="form wide"
      method="post"
      noValidate
      onInput={() => noteDraft(draftName, true)}
      onChange={saveNext}
      onSubmit={(event) => {
        event.preventDefault()
        saveNext()
      }}
    >
      <Field form={form} name="displayName" label="Name" autocomplete="nickname" defaultValue={profile.displayName} />
      <AreaField
        form={form}
        name="bio"
        label="Liner notes"
        defaultValue={profile.bio ?? ''}
        hint="Up to 2,000 characters, shown on your casset."
      />
      <div class="pair">
        <Field form={form} name="location" label="Location" autocomplete="off" defaultValue={profile.location ?? ''} />
        <Field form={form} name="pronouns" label="Pronouns" autocomplete="off" defaultValue={profile.pronouns ?? ''} />
      </div>
      <FlagField kept={profile.profileFlag} />
      <LinkFields
        form={form}
        links={links}
        onAdd={() => (links.value = [...links.value, blankLink()])}
        onRemove={saveNext}
      />
      <FormTrouble form={form} fields={[...fields, ...links.value.flatMap((_, at) => linkFields(at))]} />
      <SaveState />
    </form>
  )
}

const linkFields = (at: number) => [`socials.${at}.kind`, `socials.${at}.url`]
