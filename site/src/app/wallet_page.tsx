// The wallet with the home card of the markets and the futures positions: the app joins the features.
import { AllPositions } from "../features/futures/positions_panel";
import { HomeCoins } from "../features/markets/home_coins";
import { WalletScreen } from "../features/wallet/wallet_screen";

const rowsOnAPage = 20;
const quote = /USDT$/;

function Positions() {
  return (
    <AllPositions
      pageSize={rowsOnAPage}
      addressOf={({ coin_pair: coinPair }) =>
        `/trades/trade-chart/${coinPair.pair_name.replace(quote, "")}`
      }
    />
  );
}

export default function WalletPage() {
  return <WalletScreen Markets={HomeCoins} Positions={Positions} />;
}
