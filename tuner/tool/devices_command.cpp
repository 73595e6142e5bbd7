#include "tuner/tool/devices_command.h"

#include "tuner/jit/driver.h"
#include "tuner/tool/device_report.h"
#include "tuner/tool/options.h"
#include "tuner/tool/row_report.h"

#include <iostream>
#include <memory>

namespace cuda_tune {

void addDevicesCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("devices", "Shows the CUDA devices of this machine");
  const auto format = std::make_shared<OutputFormat>(OutputFormat::Table);
  addFormatOption(command, *format);
  command.callback([format] {
    const std::vector<Device> devices = allDevices();
    const std::string driver = driverVersion();
    std::cout << (*format == OutputFormat::Json ? jsonText(devicesJson(devices, driver))
                                                : devicesTable(devices, driver));
  });
}

} // namespace cuda_tune
