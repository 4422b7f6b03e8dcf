import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { UpdateProfile } from '../../../src/account/profile/model.ts'
import type { ArtistProfile } from '../../../src/account/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../lib/form.ts'
import { SaveLine } from '../../lib/save-line.tsx'
import { SavedForm, storeChanges, useSaver } from '../../lib/saved-form.tsx'
import { SwitchField } from '../../lib/switch-field.tsx'
import type { Trouble } from '../../lib/trouble.ts'
import { FlagField, flagOf } from './flag-field.tsx'
import { blankLink, LinkFields, linksOf, toDrafts } from './link-fields.tsx'
import { WritesInField } from './writes-in-field.tsx'

export type ProfileProps = { profile: ArtistProfile }

const fields = [
  'displayName',
  'bio',
  'location',
  'pronouns',
  'writesIn',
  'profileFlag',
  'tellsPurchases',
  'takesAnswers',
]
const { displayName, bio, location, pronouns } = longest
const limits = { displayName, bio, location, pronouns }
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function changesOf(kept: ArtistProfile, data: FormData): UpdateProfile {
  const orNull = (name: string) => textOf(data, name).trim() || null
  const displayName = textOf(data, 'displayName').trim()
  const [bio, location, pronouns] = [orNull('bio'), orNull('location'), orNull('pronouns')]
  const profileFlag = flagOf(data)
  const writesIn = orNull('writesIn')
  const tellsPurchases = data.get('tellsPurchases') !== null
  const takesAnswers = data.get('takesAnswers') !== null
  return {
    ...(displayName === kept.displayName ? {} : { displayName }),
    ...(bio === kept.bio ? {} : { bio }),
    ...(location === kept.location ? {} : { location }),
    ...(pronouns === kept.pronouns ? {} : { pronouns }),
    ...(writesIn === kept.writesIn ? {} : { writesIn }),
    ...(profileFlag === kept.profileFlag ? {} : { profileFlag }),
    ...(tellsPurchases === kept.tellsPurchases ? {} : { tellsPurchases }),
    ...(takesAnswers === kept.takesAnswers ? {} : { takesAnswers }),
  }
}

function faultOf(data: FormData): Trouble | null {
  if (textOf(data, 'displayName').trim() === '') return { field: 'displayName', text: say('Enter a name.') }
  for (const [field, most] of Object.entries(limits)) {
    const text = lengthFault(textOf(data, field).trim(), most)
    if (text !== '') return { field, text }
  }
  return null
}

export default function Profile({ profile }: ProfileProps) {
  const form = useForm('profile')
  const kept = useRef(profile)
  const links = useSignal(toDrafts(profile.socials))

  const send = async (changes: UpdateProfile) => {
    const answer = await api.auth['update-profile'].post(changes)
    if (answer.data) kept.current = answer.data.artist
    return answer
  }
  const storeFields = (data: FormData) => {
    const changes = changesOf(kept.current, data)
    if (Object.keys(changes).length === 0) return []
    const fault = faultOf(data)
    return fault ? [fault] : storeChanges({ changes, faults: [] }, send)
  }
  /** Stores the links separately, so that a wrong one does not delay anything else. */
  const storeLinks = async () => {
    const { socials, rowOf, incomplete } = linksOf(links.value)
    const faults: Trouble[] =
      incomplete === null ? [] : [{ field: `socials.${incomplete}.url`, text: say('Enter the web address.') }]
    const changes = isSame(socials, kept.current.socials) ? null : { socials }
    const found = await storeChanges({ changes, faults }, send)
    return found.map((trouble) =>
      faults.includes(trouble) ? trouble : { ...trouble, field: trouble.field && rowOf(trouble.field) },
    )
  }
  const saver = useSaver(form, async (data) => [...(await storeFields(data)), ...(await storeLinks())])
  return (
    <SavedForm form={form} saver={saver}>
      <Field
        form={form}
        name="displayName"
        label={say('Name')}
        autocomplete="nickname"
        defaultValue={profile.displayName}
      />
      <AreaField
        form={form}
        name="bio"
        label={say('Bio')}
        defaultValue={profile.bio ?? ''}
        hint={say('Up to 2,000 characters, shown on your casset.')}
      />
      <div class="pair">
        <Field
          form={form}
          name="location"
          label={say('Location')}
          autocomplete="off"
          defaultValue={profile.location ?? ''}
        />
        <Field
          form={form}
          name="pronouns"
          label={say('Pronouns')}
          autocomplete="off"
          defaultValue={profile.pronouns ?? ''}
        />
      </div>
      <WritesInField form={form} kept={profile.writesIn} />
      <FlagField kept={profile.profileFlag} />
      <LinkFields
        form={form}
        links={links}
        onAdd={() => (links.value = [...links.value, blankLink()])}
        onRemove={saver.save}
      />
      <SwitchField
        form={form}
        name="tellsPurchases"
        label={say('Show what was bought recently')}
        hint={say('On this site’s front page: the casset and the day, never who bought it or for how much.')}
        defaultChecked={profile.tellsPurchases}
      />
      <SwitchField
        form={form}
        name="takesAnswers"
        label={say('Let readers and buyers answer me')}
        hint={say(
          'Answers to your letters and to receipts of what you sell come to your own email address, which their readers see then. It has to be confirmed.',
        )}
        defaultChecked={profile.takesAnswers}
      />
      <FormTrouble form={form} fields={[...fields, ...links.value.flatMap((_, at) => linkFields(at))]} />
      <SaveLine />
    </SavedForm>
  )
}

const linkFields = (at: number) => [`socials.${at}.kind`, `socials.${at}.url`]
