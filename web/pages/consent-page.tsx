import { Link } from 'react-router'
import { advertisingSections, consentSections } from '../features/site/legal/consent.ts'
import { LegalText } from '../features/site/legal/legal-text.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import typography from '../kit/ui/typography.module.css'

const head = {
  description:
    'Согласие на обработку персональных данных в сервисе «Эхолот»: какие данные, зачем, кому они передаются, сколько хранятся и как отозвать согласие.',
  steps: [{ name: 'Согласие на обработку данных', path: '/consent' }],
}

const all = [...consentSections, ...advertisingSections]

/** /consent: what is agreed to at registration, and, apart from it, to advertising letters. */
export function ConsentPage() {
  return (
    <PageFrame name="Согласие на обработку персональных данных" width="reading" head={head}>
      <PageHeading
        title="Согласие на обработку персональных данных"
        lead="Что вы разрешаете, когда регистрируетесь, заказываете или пишете нам."
      />
      <LegalText sections={all} />
      <p className={typography.note}>
        Простыми словами и со сроками:{' '}
        <Link to="/privacy" className={typography.link}>
          что мы храним о вас
        </Link>
        .
      </p>
    </PageFrame>
  )
}
