import { Button } from '@mantine/core'
import { IconMessages, IconTargetArrow } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TariffProduct } from '../../../../contract/access/tariffs.ts'
import { buyCategory, orderAddressOf } from '../../../../rules/redirects.ts'
import typography from '../../../kit/ui/typography.module.css'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import classes from './promo-offers.module.css'

export interface PromoOffersProps {
  /** Of which products the person has had their trial. */
  used: readonly TariffProduct[]
  /** Id of the category that the address leads to, and how it is shown before all others. */
  led: number | null
  chosen: ReactNode
  onCategory: () => void
  onGroups: () => void
}

/** The two things that can be tried without paying or writing to anybody. */
export function PromoOffers({ used, led, chosen, onCategory, onGroups }: PromoOffersProps) {
  const icon = { size: 22, stroke: 1.7 }
  return (
    <div className={classes.offers}>
      {chosen}
      <Offer
        icon={<IconTargetArrow {...icon} />}
        title="Категория"
        action={
          used.includes('category') ? (
            <Used to={orderAddressOf(led === null ? { product: 'category', type: 'regular' } : buyCategory(led))} />
          ) : (
            <Button size="md" variant={chosen ? 'default' : 'filled'} onClick={onCategory}>
              {chosen ? 'Выбрать другую' : 'Выбрать категорию'}
            </Button>
          )
        }
      >
        Люди, которые прямо сейчас ищут то, что вы делаете: «посоветуйте фотографа», «нужен электрик». Запросы мы уже
        составили.
      </Offer>
      <Offer
        icon={<IconMessages {...icon} />}
        title="Группы"
        action={
          used.includes('group') ? (
            <Used to={orderAddressOf({ product: 'group', type: 'regular' })} />
          ) : (
            <Button size="md" variant="default" onClick={onGroups}>
              Попробовать группы
            </Button>
          )
        }
      >
        Всё, что пишут в выбранных группах и каналах, в одной ленте с фильтрами: район, дом, профессия, конкуренты.
      </Offer>
    </div>
  )
}

/** Shown before the press, and the way on. */
function Used({ to }: { to: string }) {
  return (
    <Row gap={3} align="center">
      <Button component={Link} to={to} size="md" variant="default">
        Посмотреть тарифы
      </Button>
      <span className={typography.note}>Пробный доступ вы уже брали</span>
    </Row>
  )
}

function Offer({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
}) {
  return (
    <Stack as="section" gap={2} align="flex-start" className={card.card}>
      <IconTile size={42}>{icon}</IconTile>
      <h2 className={typography.heading}>{title}</h2>
      <p className={classes.about}>{children}</p>
      {action}
    </Stack>
  )
}
