import { Button, Modal, Select } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { ProductOption } from '../../../kit/ui/components/product-option.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { EmailMistake } from './email-mistake.tsx'
import classes from './try-dialog.module.css'
import { TrialRefused } from './trial-refused.tsx'
import { usePromoTrial } from './use-promo-trial.ts'

export interface TryDialogProps {
  emailApproved: boolean
  /** A guest has chosen: they register first, and take the trial on the order. Left out for anyone who is signed in. */
  onGuest?: ((category: number | null) => void) | undefined
  /** Another dialog lies over this one, and the Escape key is its own. */
  covered: boolean
  onVerifyEmail: () => void
  onClose: () => void
}

/** One category to try. `chosen` is the one that the address names. */
export function CategoryTryDialog({
  chosen,
  emailApproved,
  onGuest,
  covered,
  onVerifyEmail,
  onClose,
}: TryDialogProps & { chosen: number | null }) {
  const { data, error, refetch } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const [picked, setPicked] = useState<string | null>(chosen === null ? null : String(chosen))
  const [tried, setTried] = useState(false)
  const trial = usePromoTrial()
  const free = data?.categories.filter((category) => category.free)
  const category = free?.find(({ id }) => String(id) === picked)
  const emailWanted = hasCode(trial.error, 'EMAIL_NOT_APPROVED') || !emailApproved

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (category && onGuest) return onGuest(category.id)
    if (category && emailApproved) trial.mutate({ product: 'category', category: category.id })
  }
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title="Попробовать категорию" size={460}>
      <Stack as="form" noValidate onSubmit={submit}>
        <p className={typography.soft}>
          Кто вы? Покажем, кто вас ищет. На пробном доступе видны сообщения старше трёх дней.
        </p>
        {!data && error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Select
            label="Категория"
            placeholder={free ? 'Выберите из списка' : 'Загружаем…'}
            data={free?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
            value={category ? picked : null}
            onChange={(value) => {
              setPicked(value)
              trial.reset()
            }}
            error={tried && !category && 'Выберите категорию'}
            leftSection={category && <ProductIcon name={category.icon} size={18} />}
            renderOption={({ option }) => (
              <ProductOption
                icon={free?.find(({ id }) => String(id) === option.value)?.icon ?? ''}
                name={option.label}
              />
            )}
            searchable
            nothingFoundMessage="Такой категории нет"
            checkIconPosition="right"
            size="md"
            data-autofocus
            openOnFocus={false}
          />
        )}
        {category && <p className={classes.note}>{category.description}</p>}
        {tried && emailWanted && !onGuest && <EmailMistake onVerify={onVerifyEmail} />}
        {trial.error && !emailWanted && <TrialRefused error={trial.error} category={category?.id ?? null} />}
        <Button type="submit" size="md" loading={trial.isPending}>
          Попробовать бесплатно
        </Button>
      </Stack>
    </Modal>
  )
}
