import { Button } from '@mantine/core'
import { IconMessages, IconTargetArrow } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import typography from '../../../kit/ui/typography.module.css'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import classes from './promo-offers.module.css'

export interface PromoOffersProps {
  onCategory: () => void
  onGroups: () => void
}

/** The two things that can be tried without paying or writing to anybody. */
export function PromoOffers({ onCategory, onGroups }: PromoOffersProps) {
  const icon = { size: 22, stroke: 1.7 }
  return (
    <div className={classes.offers}>
      <Offer
        icon={<IconTargetArrow {...icon} />}
        title="Категория"
        action={
          <Button size="md" onClick={onCategory}>
            Выбрать категорию
          </Button>
        }
      >
        Люди, которые прямо сейчас ищут то, что вы делаете: «посоветуйте фотографа», «нужен электрик». Запросы мы уже
        составили.
      </Offer>
      <Offer
        icon={<IconMessages {...icon} />}
        title="Группы"
        action={
          <Button size="md" variant="default" onClick={onGroups}>
            Попробовать группы
          </Button>
        }
      >
        Всё, что пишут в выбранных группах и каналах, в одной ленте с фильтрами: район, дом, профессия, конкуренты.
      </Offer>
    </div>
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
