import { Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useState } from 'react'
import { tryCategory } from '../../rules/redirects.ts'
import { Link, useLocation } from 'react-router'
import { openLogin, openRegistration, usePageWish } from '../features/people/accounts/auth-dialog-state.ts'
import { useCaptcha } from '../features/people/accounts/use-captcha.tsx'
import { useUsedTrials } from '../features/commerce/cart/use-used-trials.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { categoryOf, greetingOf } from '../features/commerce/promo/greeting.ts'
import { PromoOffers } from '../features/commerce/promo/promo-offers.tsx'
import { PromoSamples } from '../features/commerce/promo/promo-samples.tsx'
import { useCall } from '../kit/calls/use-call.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'
import card from '../kit/ui/components/card.module.css'
import { IconTile } from '../kit/ui/components/icon-tile.tsx'
import { ProductIcon } from '../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import classes from './promo-page.module.css'
import { registerForTrial, TryFree } from './try-free.tsx'

const CategoryDialog = lazyNamed(
  () => import('../features/commerce/promo/category-try-dialog.tsx'),
  'CategoryTryDialog',
)
const GroupsDialog = lazyNamed(() => import('../features/commerce/promo/groups-try-dialog.tsx'), 'GroupsTryDialog')
const EmailDialog = lazyNamed(
  () => import('../features/people/verification/email-verify-dialog.tsx'),
  'EmailVerifyDialog',
)

export function PromoPage() {
  const { user } = useMe()
  const { search } = useLocation()
  const chosen = categoryOf(search)
  const greeting = greetingOf(search)
  const used = useUsedTrials(user)
  const [opened, setOpen] = useState<'category' | 'groups' | null>()
  // Anyone who was led here to one category is asked about nothing else; a guest finds it on the page.
  const led = user && chosen !== null && used && !used.includes('category')
  const wanted = opened === undefined ? (led ? 'category' : null) : opened
  const [verifying, setVerifying] = useState(false)
  const captcha = useCaptcha()
  usePageWish(chosen === null ? null : tryCategory(chosen))
  const choose = (product: 'category' | 'groups'): void => {
    if (user === null && product === 'groups') registerForTrial({ product: 'group', type: 'trial' })
    else setOpen(product)
  }
  const dialog = {
    emailApproved: user?.emailApprove ?? false,
    covered: verifying,
    onGuest:
      user === null
        ? (category: number | null) => {
            setOpen(null)
            if (category !== null) registerForTrial(tryCategory(category))
          }
        : undefined,
    onVerifyEmail: () => setVerifying(true),
    onClose: () => setOpen(null),
  }
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: wanted !== null })
  return (
    <PageFrame
      name="Попробовать бесплатно"
      head={{
        description:
          'Пробный доступ к Эхолоту: категория или группы бесплатно, без карты. Покажем, кто в социальных сетях ищет ваши услуги.',
        steps: [{ name: 'Попробовать бесплатно', path: '/promo' }],
      }}
      width="whole"
    >
      <Stack as="header" gap={2} className={classes.head}>
        {greeting !== null && <p className={classes.greeting}>{greeting}</p>}
        <h1 className={classes.title}>Узнайте бесплатно, кто вас ищет</h1>
        <p className={typography.soft}>
          Эхолот читает открытые сообщения в социальных сетях и показывает те, где спрашивают о ваших услугах. Карта не
          нужна, сам пробный доступ не станет платным.
        </p>
        {user === null && (
          <p className={typography.soft}>
            Понадобится аккаунт: <Way onClick={openRegistration}>зарегистрируйтесь</Way> или{' '}
            <Way onClick={openLogin}>войдите</Way>.
          </p>
        )}
      </Stack>
      <div className={classes.columns}>
        {user === undefined ? (
          <Skeleton height={400} radius="lg" aria-busy="true" />
        ) : (
          <PromoOffers
            used={used ?? []}
            led={chosen}
            chosen={user === null && chosen !== null ? <ChosenCategory id={chosen} /> : null}
            onCategory={() => choose('category')}
            onGroups={() => choose('groups')}
          />
        )}
        <PromoSamples />
      </div>
      <p className={classes.foot}>
        Уже всё ясно? <Link to="/order">Посмотрите тарифы</Link>
      </p>
      <LazyBoundary>
        {wanted === 'category' && <CategoryDialog {...dialog} chosen={chosen} />}
        {wanted === 'groups' && <GroupsDialog {...dialog} />}
        {verifying && <EmailDialog captcha={captcha} onClose={() => setVerifying(false)} />}
      </LazyBoundary>
      <ActionToasts />
    </PageFrame>
  )
}

/** What the address leads a guest to: by name, and one press away. */
function ChosenCategory({ id }: { id: number }) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const category = data?.categories.find((each) => each.id === id)
  if (!category?.free) return null
  return (
    <Stack as="section" gap={2} align="flex-start" className={card.card} aria-label={category.name}>
      <Row gap={3} align="center" nowrap>
        <IconTile size={42}>
          <ProductIcon name={category.icon} size={22} />
        </IconTile>
        <h2 className={typography.heading}>{category.name}</h2>
      </Row>
      <p className={typography.soft}>{category.description}</p>
      <TryFree category={category} size="md" />
    </Stack>
  )
}

function Way({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.way} onClick={onClick}>
      {children}
    </button>
  )
}
