import Picture from '../../../public/islands/account/picture.tsx'
import Profile, { type ProfileProps } from '../../../public/islands/account/profile.tsx'
import { say } from '../../lib/language/say.ts'
import { island } from '../document/island.tsx'

const ProfileForm = island('account/profile', Profile, 'visible')
const PictureForm = island('account/picture', Picture, 'visible')

export const PageTexts = ({ profile }: ProfileProps) => (
  <section aria-labelledby="page-texts">
    <details class="folded">
      <summary>
        <h2 id="page-texts">{say('About you')}</h2>
      </summary>
      <div id="about-you">
        <p class="hint">{say('On the pages of all your cassets. Each change is saved when you leave its field.')}</p>
        <PictureForm url={profile.pfp} displayName={profile.displayName} />
        <ProfileForm profile={profile} />
      </div>
    </details>
  </section>
)
