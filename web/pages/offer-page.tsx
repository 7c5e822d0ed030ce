import { Link } from 'react-router'
import { LegalText } from '../features/site/legal/legal-text.tsx'
import { offerSections } from '../features/site/legal/offer.ts'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import typography from '../kit/ui/typography.module.css'

const head = {
  description:
    'Публичная оферта сервиса «Эхолот»: что предлагается, как заключается договор, цена, оплата, возврат денег.',
  steps: [{ name: 'Оферта', path: '/offer' }],
}

/** /offer: on what terms the service is sold. */
export function OfferPage() {
  return (
    <PageFrame name="Публичная оферта" width="reading" head={head}>
      <PageHeading title="Публичная оферта" lead="На каких условиях мы продаём доступ, а вы им пользуетесь." />
      <LegalText sections={offerSections} />
      <p className={typography.note}>
        Рядом:{' '}
        <Link to="/consent" className={typography.link}>
          согласие на обработку персональных данных
        </Link>{' '}
        и{' '}
        <Link to="/privacy" className={typography.link}>
          что мы храним о вас
        </Link>
        .
      </p>
    </PageFrame>
  )
}
