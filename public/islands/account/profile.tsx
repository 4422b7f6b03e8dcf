import { useSignal } from '@preact/signals'
import type { ArtistProfile, UpdateProfile } from '../../../src/account/model.ts'
import { longest } from '../../../src/lib/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendKey } from '../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../lib/form.ts'
import { FlagField, flagOf } from './flag-field.tsx'
import { blankLink, type LinkDraft, LinkFields, socialsOf, toDrafts, writtenOf } from './link-fields.tsx'

export type ProfileProps = { profile: ArtistProfile }

const fields = ['displayName', 'bio', 'location', 'pronouns', 'profileFlag']
const { displayName, bio, location, pronouns } = longest
const limits = { displayName, bio, location, pronouns }
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the changed fields, as the route expects them. */
function changesOf(kept: ArtistProfile, data: FormData, links: readonly LinkDraft[]): UpdateProfile {
  const orNull = (name: string) => textOf(data, name).trim() || null
  const displayName = textOf(data, 'displayName').trim()
  const [bio, location, pronouns] = [orNull('bio'), orNull('location'), orNull('pronouns')]
  const profileFlag = flagOf(data)
  const socials = socialsOf(links)
  return {
    ...(displayName === kept.displayName ? {} : { displayName }),
    ...(bio === kept.bio ? {} : { bio }),
    ...(location === kept.location ? {} : { location }),
    ...(pronouns === kept.pronouns ? {} : { pronouns }),
    ...(profileFlag === kept.profileFlag ? {} : { profileFlag }),
    ...(isSame(socials, kept.socials) ? {} : { socials }),
  }
}

/** The form of the artist's profile. */
export default function Profile({ profile }: ProfileProps) {
  const form = useForm('profile')
  const kept = useSignal(profile)
  const links = useSignal(toDrafts(profile.socials))
  const said = useSignal('')
  const submit = async (data: FormData) => {
    said.value = ''
    links.value = writtenOf(links.value)
    const changes = changesOf(kept.value, data, links.value)
    if (changes.displayName === '') return form.refuse('displayName', 'Enter a name.')
    for (const [name, most] of Object.entries(limits)) {
      if (lengthOf(textOf(data, name).trim()) > most) return form.refuse(name, `Use at most ${most} characters.`)
    }
    const bare = changes.socials?.findIndex(({ url }) => url === '') ?? -1
    if (bare !== -1) return form.refuse(`socials.${bare}.url`, 'Enter the web address.')
    if (Object.keys(changes).length === 0) {
      said.value = 'Nothing has changed.'
      return
    }
    const answer = await form.send(() => api.auth['update-profile'].post(changes))
    if (!answer) return
    kept.value = answer.data.artist
    links.value = toDrafts(answer.data.artist.socials)
    said.value = 'Saved.'
  }
  return (
    <form
      class="form wide"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
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
      <LinkFields form={form} links={links} onAdd={() => (links.value = [...links.value, blankLink()])} />
      <FormTrouble form={form} fields={[...fields, ...links.value.flatMap((_, at) => linkFields(at))]} />
      <div class="acts">
        <SendKey form={form} label="Save profile" busyLabel="Saving…" />
        <span class="hand said" role="status">
          {said}
        </span>
      </div>
    </form>
  )
}

const linkFields = (at: number) => [`socials.${at}.kind`, `socials.${at}.url`]
