import { Skeleton } from '@mantine/core'
import type { Operator } from '../../../../contract/site/operator.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { fillIn, missingIn } from './fill-in.ts'
import classes from './legal-text.module.css'
import type { LegalSection } from './offer.ts'

export const useOperator = () => useCall('operator', 'getOperator', {}, { staleTime: Infinity })

/** A text of law; what of it the settings leave open is named before it. */
export function LegalText({ sections }: { sections: readonly LegalSection[] }) {
  const { data, error, refetch } = useOperator()
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} radius="lg" aria-busy="true" />
  return (
    <Stack gap={6}>
      <Missing operator={data.operator} />
      {sections.map(({ title, paragraphs }) => (
        <section key={title} className={classes.section}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{fillIn(paragraph, data.operator)}</p>
          ))}
        </section>
      ))}
    </Stack>
  )
}

function Missing({ operator }: { operator: Operator }) {
  const missing = missingIn(operator)
  if (missing.length === 0) return null
  return (
    <AlertBox tone="quiet">
      Сервис ещё настраивается: у того, кто его оказывает, не указано {missing.join(', ')}. Пока это так, текст ниже —
      черновик.
    </AlertBox>
  )
}

/** Who runs the service, line by line. */
export function OperatorFacts() {
  const { data } = useOperator()
  if (!data) return null
  const { name, inn, ogrn, address, email } = data.operator
  if (name === null)
    return (
      <AlertBox tone="quiet">
        Сервис ещё настраивается: кто его оказывает, пока не указано. Написать нам можно со страницы «Контакты».
      </AlertBox>
    )
  return (
    <dl className={classes.facts}>
      <Fact name="Кто оказывает услугу" value={name} />
      <Fact name="ИНН" value={inn} />
      <Fact name={ogrn?.length === 15 ? 'ОГРНИП' : 'ОГРН'} value={ogrn} />
      <Fact name="Адрес" value={address} />
      {email !== null && (
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
