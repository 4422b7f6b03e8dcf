import OpenStudio from '../../../../public/islands/auth/open-studio.tsx'
import { island } from '../../island.tsx'
import { FormLayout } from '../../parts/form-layout.tsx'

const OpenKey = island('auth/open-studio', OpenStudio)

/** The studio's page for a listener: the invitation to publish. */
export const StudioDoorPage = ({ address }: { address: string }) => (
  <FormLayout
    title="Do you make music?"
    lead="Put your tracks on a page of your own: your sleeve, your price, your colours."
  >
    <OpenKey address={address} />
  </FormLayout>
)
