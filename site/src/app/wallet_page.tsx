// The wallet with the home card of the markets: the app joins the two features.
import { HomeCoins } from "../features/markets/home_coins";
import { WalletScreen } from "../features/wallet/wallet_screen";

export default function WalletPage() {
  return <WalletScreen Markets={HomeCoins} />;
}
