import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleButton } from './toggle-button.tsx';

/** There only when the camera has a torch. A new camera starts with it off. */
export function TorchButton({ switchTorch }: { switchTorch(isOn: boolean): Promise<void> }) {
  const { t } = useTranslation(['common', 'door']);
  const [isOn, setOn] = useState(false);
  const toggle = async () => {
    await switchTorch(!isOn);
    setOn(!isOn);
  };
  return (
    <ToggleButton isOn={isOn} onClick={() => void toggle().catch(() => undefined)}>
      {t('door:torch')}
    </ToggleButton>
  );
}
