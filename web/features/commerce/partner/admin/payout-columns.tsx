import { IconCopy } from '@tabler/icons-react'
import { payoutMethodTitles, payoutStatuses } from '../../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../../rules/money.ts'
import { isOpen } from '../../../../../rules/partner/payout.ts'
import type { Column } from '../../../../kit/ui/components/data-table.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import icons from '../../../../kit/ui/components/icon-button.module.css'
import { copyWords } from '../../../../kit/ui/copy-words.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { statusTone, type AdminPayout } from './in-words.ts'
import classes from './partner-admin.module.css'

export const payoutColumns = (zone: string, openPartner: (id: number) => void): Column<AdminPayout>[] => [
  { title: 'Номер', show: ({ id }) => <strong className={classes.whole}>№ {id}</strong> },
  {
    title: 'Заявлена',
    show: ({ createdAt }) => (
      <span className={classes.day}>
        <Moment at={createdAt} zone={zone} />
      </span>
    ),
  },
  {
    title: 'Партнёр',
    show: ({ partner: { id, email, username }, suspicions }) => (
      <Stack gap={1} className={classes.email}>
        {email === '' ? (
          <span>{`№ ${id}, ${username}`}</span>
        ) : (
          <button
            type="button"
            className={`${typography.link} ${classes.break}`}
            aria-label={`Карточка партнёра: ${email}`}
            onClick={() => openPartner(id)}
          >
            {email}
          </button>
        )}
        {suspicions.length > 0 && (
          <span title={suspicions.join('; ')}>
            <StateMark tone="warn">есть сомнения</StateMark>
          </span>
        )}
      </Stack>
    ),
  },
  { title: 'Сумма', show: ({ sum }) => sumInWords(sum), numbers: true },
  { title: 'Куда', show: (payout) => <Wallet payout={payout} /> },
  {
    title: 'Состояние',
    show: ({ status, comment, changedAt }) => (
      <Stack gap={1}>
        <span>
          <StateMark tone={statusTone(status)}>{payoutStatuses[status].toLowerCase()}</StateMark>
        </span>
        {status !== 0 && (
          <span className={typography.note}>
            <Moment at={changedAt} zone={zone} />
          </span>
        )}
        {comment !== null && <span className={classes.details}>{comment}</span>}
      </Stack>
    ),
  },
]

/** Whole, to be paid to: copied without the spaces it was typed with. */
function Wallet({ payout: { id, method, wallet, other, status, partner } }: { payout: AdminPayout }) {
  const isForgotten = partner.email === '' && !isOpen(status)
  return (
    <Stack gap={1}>
      <span className={typography.note}>{payoutMethodTitles[method]}</span>
      {wallet === '' ? (
        <span>{isForgotten ? 'Стёрто вместе с аккаунтом' : 'Не прочитать: спросите партнёра'}</span>
      ) : (
        <Row gap={1} align="center" nowrap>
          <span className={classes.wallet}>{wallet}</span>
          <button
            type="button"
            className={icons.button}
            aria-label={`Скопировать, куда платить: заявка № ${id}`}
            onClick={() => void copyWords(wallet.replaceAll(/\s/g, ''), 'Скопировано')}
          >
            <IconCopy size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </Row>
      )}
      {other !== '' && (
        <Row gap={1} align="center" nowrap>
          <span className={classes.details}>{other}</span>
          <button
            type="button"
            className={icons.button}
            aria-label={`Скопировать реквизиты: заявка № ${id}`}
            onClick={() => void copyWords(other, 'Реквизиты скопированы')}
          >
            <IconCopy size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </Row>
      )}
    </Stack>
  )
}
