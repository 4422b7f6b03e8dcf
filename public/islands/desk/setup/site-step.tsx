import { useSignal } from '@preact/signals'
import { currentLanguage, say } from '../../../../src/lib/language/say.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { SettingField } from '../setting-field.tsx'
import { SiteLanguages } from '../site-languages.tsx'
import { SitePicture } from '../site-picture.tsx'
import { StepForm, type StepProps, settingIn } from './step-form.tsx'

export function SiteStep({ desk, onChanged }: StepProps) {
  const form = useForm('setup-site')
  const name = settingIn(desk, 'SITE_NAME')
  const picture = settingIn(desk, 'SITE_PICTURE')
  const languages = settingIn(desk, 'LANGUAGES')
  const assetId = useSignal(picture?.value ?? null)
  return (
    <StepForm
      form={form}
      step="site"
      desk={desk}
      onChanged={onChanged}
      fields={['SITE_NAME', 'SITE_PICTURE', 'LANGUAGES']}
      changesOf={(data) => {
        const named = textOf(data, 'SITE_NAME').trim()
        if (name?.setBy !== 'environment' && form.refuseAny({ SITE_NAME: named === '' ? say('Give it a name.') : '' }))
          return null
        return [
          { name: 'SITE_NAME', value: named },
          { name: 'SITE_PICTURE', value: assetId.value },
          { name: 'LANGUAGES', value: textOf(data, 'LANGUAGES') },
        ]
      }}
    >
      {name && <SettingField form={form} setting={name} />}
      {picture && (
        <SitePicture
          form={form}
          setting={picture}
          onChange={(id) => {
            assetId.value = id
          }}
        />
      )}
      {languages && <SiteLanguages form={form} setting={languages} first={currentLanguage()} />}
    </StepForm>
  )
}
