# Installs the runtime library as the package cuda_tune: find_package(cuda_tune), cuda_tune::cuda_tune.
# Component cuda_tune, so that the library can be installed alone.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/cuda_tune)
install(TARGETS cuda_tune EXPORT cuda_tune_targets COMPONENT cuda_tune
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT cuda_tune NAMELINK_COMPONENT cuda_tune)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tuner/runtime/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT cuda_tune)
install(EXPORT cuda_tune_targets NAMESPACE cuda_tune:: FILE cuda_tuneTargets.cmake
  DESTINATION ${package_folder} COMPONENT cuda_tune)

get_target_property(cuda_tune_type cuda_tune TYPE)
if(cuda_tune_type STREQUAL STATIC_LIBRARY)
  set(cuda_tune_dependencies "find_dependency(SQLiteCpp)\nfind_dependency(Threads)")
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/cuda_tuneConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/cuda_tuneConfig.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/cuda_tuneConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cuda_tuneConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/cuda_tuneConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT cuda_tune)
