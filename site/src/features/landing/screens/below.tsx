// What follows the first view, in a chunk of its own.
import { lazyCode } from "../../../lib/lazy_part";
import { useAllPairs } from "../../../lib/pairs";
import { WhenNear } from "../../../ui/when_near";
import { Faq } from "./faq";
import { Feed } from "./feed";
import { Games } from "./games";
import { Promos } from "./promos";
import { Stats } from "./stats";
import { Steps } from "./steps";
import { Tour } from "./tour";

const News = lazyCode(() => import("./news"));
const Apps = lazyCode(() => import("./apps"));

export default function Below() {
  const pairs = useAllPairs().data?.coinpair;
  return (
    <>
      <Tour />
      <Steps pairs={pairs} />
      <Feed pairs={pairs} />
      <Stats pairs={pairs} />
      <Promos />
      <WhenNear height={200}>
        <News />
      </WhenNear>
      <Faq />
      <Games pairs={pairs} />
      <WhenNear height={440}>
        <Apps pairs={pairs} />
      </WhenNear>
    </>
  );
}
